import { type Database, utc } from '../../../index.js';
import type { KbViewer } from '../access/viewer.js';
import type { SearchService } from '../search-service.js';
import type { TableParts } from './article-table.js';
import { addUp, sumsByDay } from './day-sums.js';
import { type QueryColumn, type QueryFilter, type QuerySums, querySums, textsOf } from './query-sums.js';
import { average, share } from './ratios.js';
import type { ListQuery } from './report-query.js';
import type { Span } from './spans.js';
import { spansOf } from './spans-of.js';

export const QUERY_ORDERS = ['count', 'results_avg', 'clicks', 'ctr', 'last_seen'] as const;
export type QueryOrderBy = (typeof QUERY_ORDERS)[number];

/**
 * What fewer people than these have searched for is not shown: it may be somebody's name or number. People are told
 * apart within a day only, so that one who asks on three days is three.
 */
export const LEAST_VISITORS = 3;

export interface SearchStatistics {
  totals: {
    searches: number;
    zero_result_searches: number;
    zero_result_rate: number | null;
    clicks: number;
    click_through_rate: number | null;
  };
  queries: {
    query: string;
    count: number;
    results_avg: number | null;
    clicks: number;
    /** Share of 1. */
    ctr: number | null;
    last_seen: string;
  }[];
  zero_results: {
    query: string;
    count: number;
    last_seen: string;
    /** What may have been meant, or has been written since. */
    suggested_article: { title: string; link: string } | null;
  }[];
}

export interface SearchTableParts extends TableParts {
  /** Articles that begin like that; nothing while there is no index. */
  readonly suggest: SearchService['suggest'];
}

/**
 * What people searched for, and what they did not find. Pages are those of both lists.
 * @returns the length of the longer list as well
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function searchTable(
  parts: SearchTableParts,
  query: ListQuery<QueryOrderBy>,
  now: Date,
): Promise<{ statistics: SearchStatistics; total: number }> {
  const { db, site, categories } = parts;
  const { span } = await spansOf(db, site, query, now);
  const within = query.category === undefined ? undefined : [...categories.tree().subtree(query.category), NOWHERE];
  const filter = { locale: query.locale, categories: within };
  const by = query.orderby ?? 'count';
  // Adding up is what takes time: once for both lists and all of their pages, and only what says where a query stands.
  const isWhole = query.locale === undefined && within === undefined && span.of === 'days';
  const deciding = [...DECIDING, ...WEIGHED[by], ...(isWhole ? [] : (['clicks'] as const))];
  const sums = await querySums(db, span, filter, deciding);
  const totals = totalsOf(isWhole ? addUp((await sumsByDay(db, span.range)).values()) : addUpQueries(sums));
  const known = sums.filter(({ visitors, searches }) => visitors >= LEAST_VISITORS && searches > 0).map(toShown);
  const failed = known.filter(({ zero }) => zero > 0);
  const pages = {
    known: pageOf(known, query, ORDERS[by]),
    failed: pageOf(failed, query, by === 'last_seen' ? ({ lastZeroAt }) => lastZeroAt : ({ zero }) => zero),
  };
  const keys = [...new Set([...pages.known, ...pages.failed].map(({ key }) => key))];
  const [texts, details] = await Promise.all([textsOf(db, keys), detailsOf(db, span, { ...filter, keys })]);
  const textOf = ({ key }: ShownQuery) => texts.get(key) ?? { query: '', locale: '' };
  const whole = (shown: ShownQuery): ShownQuery => details.get(shown.key) ?? shown;
  return {
    total: Math.max(known.length, failed.length),
    statistics: {
      totals,
      queries: pages.known.map(whole).map((row) => ({
        query: textOf(row).query,
        count: row.count,
        results_avg: average(row.results, row.count),
        clicks: row.clicks,
        ctr: share(row.clicks, row.count),
        last_seen: momentOf(row.lastAt),
      })),
      zero_results: await Promise.all(
        pages.failed.map(whole).map(async (row, index) => ({
          query: textOf(row).query,
          count: row.zero,
          last_seen: momentOf(row.lastZeroAt),
          suggested_article: index < MOST_SUGGESTED ? await suggestionFor(parts, query.viewer, textOf(row)) : null,
        })),
      ),
    },
  };
}

/** Rows of an answer for which an article is looked for: those of the longest page. A whole table has many more. */
const MOST_SUGGESTED = 100;

/** The id of no category; 0 is that of searches everywhere. */
const NOWHERE = -1;

interface ShownQuery {
  readonly key: string;
  readonly count: number;
  readonly zero: number;
  readonly results: number;
  readonly clicks: number;
  readonly lastAt: string;
  readonly lastZeroAt: string;
}

function toShown({ query_key, searches, zero_results, results, clicks, last_at, last_zero_at }: QuerySums): ShownQuery {
  return {
    ...{ key: query_key, count: searches, zero: zero_results, results, clicks },
    ...{ lastAt: last_at ?? '', lastZeroAt: last_zero_at ?? '' },
  };
}

/** All that is known of the queries of a page, by their keys. */
async function detailsOf(
  db: Database,
  span: Span,
  filter: QueryFilter & { readonly keys: readonly string[] },
): Promise<Map<string, ShownQuery>> {
  if (filter.keys.length === 0) return new Map();
  const sums = await querySums(db, span, filter);
  return new Map(sums.map((row) => [row.query_key, toShown(row)]));
}

/** What says whether a query may be shown, and on which list. */
const DECIDING: readonly QueryColumn[] = ['searches', 'zero_results', 'visitors'];

/** What says where on its list it stands. */
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

function pageOf(
  queries: readonly ShownQuery[],
  { order = 'desc', limit, offset }: ListQuery<QueryOrderBy>,
  weigh: Weight,
): ShownQuery[] {
  const sign = order === 'asc' ? 1 : -1;
  return queries
    .toSorted((one, other) => sign * compare(weigh(one), weigh(other)) || compare(one.key, other.key))
    .slice(offset, offset + limit);
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

/** By the whole query, else by its longest word. */
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
