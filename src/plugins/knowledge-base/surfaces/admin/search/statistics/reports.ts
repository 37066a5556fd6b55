import {
  type AdminRequest,
  type ListColumn,
  type ListQuery,
  type ListRow,
  type ListTableData,
  listTable,
} from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import type { QueryOrderBy, SearchReport, SearchStatistics } from '../../../../content/statistics/search-table.js';
import { NEW_ARTICLE_PATH } from '../../article-form/paths.js';
import { titleOfQuery } from '../../title-of-query.js';
import { NEW_PROMOTION_PATH, NEW_SYNONYM_PATH } from '../paths.js';

/** Sortable columns by report. */
export const SORTED_BY = {
  zero_results: ['count', 'last_seen'],
  low_clicks: ['count', 'ctr', 'last_seen'],
  refined: ['count', 'last_seen'],
  queries: ['count', 'results_avg', 'clicks', 'ctr', 'last_seen'],
} as const satisfies Readonly<Record<SearchReport, readonly QueryOrderBy[]>>;

/** Remedies for a query that the current user may apply. */
export interface Remedies {
  readonly mayWrite: boolean;
  readonly mayManage: boolean;
}

/** Builds a report's table. Rows of reports about failed searches offer remedies. */
export function reportTable(
  request: AdminRequest,
  query: ListQuery<QueryOrderBy>,
  {
    report,
    found,
    total,
    remedies,
  }: {
    readonly report: SearchReport;
    readonly found: SearchStatistics;
    readonly total: number;
    readonly remedies: Remedies;
  },
  texts: Strings,
): ListTableData {
  const { text, number, date, locale } = texts;
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const sortable: readonly string[] = SORTED_BY[report];
  const column = (name: string, label: string, numeric = true): ListColumn => ({
    name,
    label: text(`statistics.${label}`),
    numeric,
    sortable: sortable.includes(name),
  });
  const common = {
    query: column('query', 'query', false),
    count: column('count', 'count'),
    last: column('last_seen', 'last', false),
  };

  const failed = (): ListRow[] =>
    found.zero_results.map(
      ({ query: searchQuery, locale: queryLocale, count, last_seen, suggested_article: suggested }, index) => ({
        id: index,
        label: searchQuery,
        cells: {
          query: searchQuery,
          count: number(count),
          suggested: suggested ? { text: suggested.title, link: suggested.link } : '–',
          last_seen: date(new Date(last_seen)),
        },
        actions: actionsFor(searchQuery, queryLocale),
      }),
    );

  const clicked = (name: 'low_clicks' | 'queries'): ListRow[] =>
    found[name].map(
      (
        { query: searchQuery, locale: queryLocale, count, results_avg, clicks, ctr, position_avg, last_seen },
        index,
      ) => ({
        id: index,
        label: searchQuery,
        cells: {
          query: searchQuery,
          count: number(count),
          results_avg: results_avg === null ? '–' : number(results_avg),
          clicks: number(clicks),
          ctr: ctr === null ? '–' : share.format(ctr),
          position_avg: position_avg === null ? '–' : number(position_avg),
          last_seen: date(new Date(last_seen)),
        },
        actions: name === 'low_clicks' ? actionsFor(searchQuery, queryLocale) : [],
      }),
    );

  const refined = (): ListRow[] =>
    found.refined.map(({ query: searchQuery, next, locale: queryLocale, count, last_seen }, index) => ({
      id: index,
      label: searchQuery,
      cells: { query: searchQuery, next, count: number(count), last_seen: date(new Date(last_seen)) },
      actions: actionsFor(searchQuery, queryLocale, next),
    }));

  function actionsFor(searchQuery: string, queryLocale: string, next?: string) {
    const { link } = request;
    return [
      ...(remedies.mayWrite
        ? [
            {
              label: text('statistics.write'),
              link: link(NEW_ARTICLE_PATH, { title: titleOfQuery(searchQuery, queryLocale) }),
            },
          ]
        : []),
      ...(remedies.mayManage
        ? [
            {
              label: text('statistics.synonym'),
              link: link(NEW_SYNONYM_PATH, {
                words: next === undefined ? searchQuery : `${searchQuery}\n${next}`,
                locale: queryLocale,
              }),
            },
            {
              label: text('statistics.promote'),
              link: link(NEW_PROMOTION_PATH, { query: searchQuery, locale: queryLocale }),
            },
          ]
        : []),
    ];
  }

  const clickColumns = [
    ...[common.query, common.count, column('results_avg', 'results'), column('clicks', 'clicks')],
    ...[column('ctr', 'ctr'), column('position_avg', 'position'), common.last],
  ];
  const reports: Record<SearchReport, () => { columns: ListColumn[]; rows: ListRow[] }> = {
    zero_results: () => ({
      columns: [common.query, common.count, column('suggested', 'suggested', false), common.last],
      rows: failed(),
    }),
    refined: () => ({
      columns: [common.query, column('next', 'next', false), common.count, common.last],
      rows: refined(),
    }),
    low_clicks: () => ({ columns: clickColumns, rows: clicked('low_clicks') }),
    queries: () => ({ columns: clickColumns, rows: clicked('queries') }),
  };

  return listTable(request, query, {
    caption: text(`statistics.${report}`),
    ...reports[report](),
    total,
    empty: { text: text('statistics.none') },
  });
}
