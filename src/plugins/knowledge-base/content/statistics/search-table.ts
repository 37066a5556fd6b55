import { type Database, utc } from '../../../../database.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { SearchService } from '../../domain/search/search-service.js';
import type { TableParts } from './article-table.js';
import { addUp, sumsByDay } from './day-sums.js';
import { type QueryColumn, type QueryFilter, type QuerySums, querySums, textsOf } from './query-sums.js';
import { average, share } from './ratios.js';
import { type RefinedQuery, refinedQueries } from './refined-queries.js';
import type { ListQuery } from './report-query.js';
import type { Span } from './spans.js';
import { spansOf } from './spans-of.js';

export const QUERY_ORDERS = ['count', 'results_avg', 'clicks', 'ctr', 'last_seen'] as const;
export type QueryOrderBy = (typeof QUERY_ORDERS)[number];

/** Lists of the report, each available on its own. */
export const SEARCH_REPORTS = ['queries', 'zero_results', 'low_clicks', 'refined'] as const;
export type SearchReport = (typeof SEARCH_REPORTS)[number];

/**
 * Thresholds for rarely clicked queries: minimum number of searches with results, and maximum share of clicks. Fewer
 * searches are not significant, and half of all searches end without a click because the list already shows the
 * answer.
 */
export const LOW_CLICKS = { leastFound: 5, share: 0.1 } as const;

/**
 * Minimum number of visitors of a shown query: a rarer one may be a person's name or number. Visitors are
 * distinguished within a day only, so one person searching on three days counts as three.
 */
export const MIN_VISITORS = 3;

export interface SearchStatistics {
  totals: {
    searches: number;
    zero_result_searches: number;
    zero_result_rate: number | null;
    clicks: number;
    click_through_rate: number | null;
  };
  queries: QueryStatistics[];
  zero_results: {
    query: string;
    /** One locale it was searched in. */
    locale: string;
    count: number;
    last_seen: string;
    /** Article that may have been meant, or was written since. */
    suggested_article: { title: string; link: string } | null;
  }[];
  /** Queries with results but hardly any clicks, see {@link LOW_CLICKS}. */
  low_clicks: QueryStatistics[];
  /** Refined queries of the last 30 days at most; empty unless requested. */
  refined: {
    query: string;
    /** Next search of the same visitors, without a click in between. */
    next: string;
    /** One locale it was searched in. */
    locale: string;
    count: number;
    last_seen: string;
  }[];
}

/** A type instead of an interface, so that it is assignable to a record of columns. */
export type QueryStatistics = {
  query: string;
  /** One locale it was searched in. */
  locale: string;
  count: number;
  results_avg: number | null;
  clicks: number;
  /** Share from 0 to 1. */
  ctr: number | null;
  /**
   * Average clicked position in the results, starting at 1; null without clicks, or if positions were not recorded
   * yet.
   */
  position_avg: number | null;
  last_seen: string;
};

export interface SearchQuery extends ListQuery<QueryOrderBy> {
  /**
   * Returns only this list; the others are empty.
   * @default all lists except `refined`, which reads every search of its days
   */
  readonly report?: SearchReport | undefined;
}

export interface SearchTableParts extends TableParts {
  /** Completes article titles; finds nothing while there is no index. */
  readonly suggest: SearchService['suggest'];
}

/**
 * Reports searches, searches without results and searches without clicks. Paging applies to all lists.
 * @returns the statistics and the length of the longest list
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function searchTable(
  parts: SearchTableParts,
  query: SearchQuery,
  now: Date,
): Promise<{ statistics: SearchStatistics; total: number }> {
  const { db, site, categories } = parts;
  const { span, calendar, range } = await spansOf(db, site, query, now);
  const within = query.category === undefined ? undefined : [...categories.tree().subtree(query.category), NOWHERE];
  const filter = { locale: query.locale, categories: within };
  const by = query.orderby ?? 'count';
  const isWanted = (report: SearchReport): boolean => query.report === undefined || query.report === report;
  // Summing is expensive: it runs once for all lists and pages, with only the columns that decide the order.
  const isWhole = query.locale === undefined && within === undefined && span.of === 'days';
  const needsClicks = !isWhole || isWanted('low_clicks');
  const deciding = [...new Set([...DECIDING, ...WEIGHED[by], ...(needsClicks ? (['clicks'] as const) : [])])];
  const sums = await querySums(db, span, filter, deciding);
  const totals = totalsOf(isWhole ? addUp((await sumsByDay(db, span.range)).values()) : addUpQueries(sums));
  const visible = sums.filter(({ visitors, searches }) => visitors >= MIN_VISITORS && searches > 0).map(toShown);
  const refined =
    query.report === 'refined'
      ? await refinedQueries(db, { calendar, range }, filter, { least: MIN_VISITORS, now })
      : [];
  const lists: Readonly<Record<Exclude<SearchReport, 'refined'>, readonly ShownQuery[]>> = {
    queries: isWanted('queries') ? visible : [],
    zero_results: isWanted('zero_results') ? visible.filter(({ zero }) => zero > 0) : [],
    low_clicks: isWanted('low_clicks') ? visible.filter(hasFewClicks) : [],
  };
  const pages = {
    queries: pageOf(lists.queries, query, ORDERS[by]),
    zero_results: pageOf(lists.zero_results, query, by === 'last_seen' ? byLastZero : byZero),
    low_clicks: pageOf(lists.low_clicks, query, by === 'count' ? byUnclicked : ORDERS[by]),
  };
  const keys = [...new Set(Object.values(pages).flatMap((page) => page.map(({ key }) => key)))];
  const [texts, details] = await Promise.all([textsOf(db, keys), detailsOf(db, span, { ...filter, keys })]);
  const textOf = ({ key }: ShownQuery) => texts.get(key) ?? { query: '', locale: '' };
  const whole = (row: ShownQuery): ShownQuery => details.get(row.key) ?? row;
  const described = (row: ShownQuery): QueryStatistics => ({
    ...textOf(row),
    count: row.count,
    results_avg: average(row.results, row.count),
    clicks: row.clicks,
    ctr: share(row.clicks, row.count),
    // Every click has a position of at least 1. A lower sum includes clicks from before positions were recorded.
    position_avg: row.positions < row.clicks ? null : average(row.positions, row.clicks),
    last_seen: momentOf(row.lastAt),
  });
  return {
    total: Math.max(refined.length, ...Object.values(lists).map(({ length }) => length)),
    statistics: {
      totals,
      queries: pages.queries.map(whole).map(described),
      zero_results: await Promise.all(
        pages.zero_results.map(whole).map(async (row, index) => ({
          ...textOf(row),
          count: row.zero,
          last_seen: momentOf(row.lastZeroAt),
          suggested_article: index < MAX_SUGGESTIONS ? await suggestionFor(parts, query.viewer, textOf(row)) : null,
        })),
      ),
      low_clicks: pages.low_clicks.map(whole).map(described),
      refined: refinedPage(refined, query).map(({ lastAt, ...row }) => ({ ...row, last_seen: momentOf(lastAt) })),
    },
  };
}

/** Maximum number of rows with a suggested article, which is the longest page. Whole tables have many more rows. */
const MAX_SUGGESTIONS = 100;

/** Id that no category has; 0 means searches in all categories. */
const NOWHERE = -1;

interface ShownQuery {
  readonly key: string;
  readonly count: number;
  readonly zero: number;
  readonly results: number;
  readonly clicks: number;
  readonly positions: number;
  readonly lastAt: string;
  readonly lastZeroAt: string;
}

function toShown({ query_key, searches, zero_results, last_at, last_zero_at, ...sums }: QuerySums): ShownQuery {
  const { results, clicks, positions } = sums;
  return {
    key: query_key,
    count: searches,
    zero: zero_results,
    results,
    clicks,
    positions,
    lastAt: last_at ?? '',
    lastZeroAt: last_zero_at ?? '',
  };
}

/** Loads all columns for the queries of a page, by key. */
async function detailsOf(
  db: Database,
  span: Span,
  filter: QueryFilter & { readonly keys: readonly string[] },
): Promise<Map<string, ShownQuery>> {
  if (filter.keys.length === 0) return new Map();
  const sums = await querySums(db, span, filter);
  return new Map(sums.map((row) => [row.query_key, toShown(row)]));
}

/** Columns that decide whether a query is shown, and in which list. */
const DECIDING: readonly QueryColumn[] = ['searches', 'zero_results', 'visitors'];

/** Columns that decide the order within a list. */
const WEIGHED: Readonly<Record<QueryOrderBy, readonly QueryColumn[]>> = {
  count: [],
  results_avg: ['results'],
  clicks: ['clicks'],
  ctr: ['clicks'],
  last_seen: ['last_at', 'last_zero_at'],
};

type Weight = (query: ShownQuery) => number | string;

const ORDERS: Readonly<Record<QueryOrderBy, Weight>> = {
  count: ({ count }) => count,
  results_avg: ({ results, count }) => results / count,
  clicks: ({ clicks }) => clicks,
  ctr: ({ clicks, count }) => clicks / count,
  last_seen: ({ lastAt }) => lastAt,
};

const byZero: Weight = ({ zero }) => zero;
const byLastZero: Weight = ({ lastZeroAt }) => lastZeroAt;
/** Number of searches with results but without a click. */
const byUnclicked: Weight = ({ count, zero, clicks }) => count - zero - clicks;

function hasFewClicks({ count, zero, clicks }: ShownQuery): boolean {
  const found = count - zero;
  return found >= LOW_CLICKS.leastFound && clicks < found * LOW_CLICKS.share;
}

function pageOf<T extends { readonly key: string }>(
  queries: readonly T[],
  { order = 'desc', limit, offset }: ListQuery<QueryOrderBy>,
  weigh: (query: T) => number | string,
): T[] {
  const sign = order === 'asc' ? 1 : -1;
  return queries
    .toSorted((one, other) => sign * compare(weigh(one), weigh(other)) || compare(one.key, other.key))
    .slice(offset, offset + limit);
}

function refinedPage(refined: readonly RefinedQuery[], { orderby, ...page }: ListQuery<QueryOrderBy>): RefinedQuery[] {
  return pageOf(
    refined.map((row) => ({ ...row, key: `${row.query}\n${row.next}` })),
    page,
    ({ count, lastAt }) => (orderby === 'last_seen' ? lastAt : count),
  ).map(({ key: _, ...row }) => row);
}

function compare<T extends number | string>(one: T, other: T): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

type SearchSums = Pick<QuerySums, 'searches' | 'zero_results' | 'clicks'>;

function totalsOf({ searches, zero_results, clicks }: SearchSums): SearchStatistics['totals'] {
  return {
    searches,
    zero_result_searches: zero_results,
    zero_result_rate: share(zero_results, searches),
    clicks,
    click_through_rate: share(clicks, searches),
  };
}

function addUpQueries(sums: readonly QuerySums[]): SearchSums {
  const total = { searches: 0, zero_results: 0, clicks: 0 };
  for (const { searches, zero_results, clicks } of sums) {
    total.searches += searches;
    total.zero_results += zero_results;
    total.clicks += clicks;
  }
  return total;
}

/** Suggests an article for the whole query, or else for its longest word. */
async function suggestionFor(
  { suggest }: SearchTableParts,
  viewer: KbViewer,
  { query, locale }: { readonly query: string; readonly locale: string },
): Promise<{ title: string; link: string } | null> {
  const longest = query.split(' ').toSorted((one, other) => other.length - one.length)[0] ?? query;
  for (const text of new Set([query, longest])) {
    const [found] = await suggest(text, { locale, limit: 1, viewer });
    if (found) return { title: found.text, link: found.link };
  }
  return null;
}

function momentOf(text: string): string {
  return utc.decode(text).toISOString();
}
