import { type Database, utc } from '../../../index.js';
import type { KbViewer } from '../access/viewer.js';
import type { SearchService } from '../search-service.js';
import type { TableParts } from './article-table.js';
import { addUp, sumsByDay } from './day-sums.js';
import { querySums } from './query-sums.js';
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
  const sums = querySums(db, span, { locale: query.locale, categories: within });
  const [totals, known] = await Promise.all([totalsOf(db, span, query, sums), shownQueries(db, sums)]);
  const failed = known.filter(({ zero }) => zero > 0);
  const by = query.orderby ?? 'count';
  return {
    total: Math.max(known.length, failed.length),
    statistics: {
      totals,
      queries: pageOf(known, query, ORDERS[by]).map((row) => ({
        query: row.query,
        count: row.count,
        results_avg: average(row.results, row.count),
        clicks: row.clicks,
        ctr: share(row.clicks, row.count),
        last_seen: momentOf(row.lastAt),
      })),
      zero_results: await Promise.all(
        pageOf(failed, query, by === 'last_seen' ? ({ lastZeroAt }) => lastZeroAt : ({ zero }) => zero).map(
          async (row) => ({
            query: row.query,
            count: row.zero,
            last_seen: momentOf(row.lastZeroAt),
            suggested_article: await suggestionFor(parts, query.viewer, row),
          }),
        ),
      ),
    },
  };
}

/** The id of no category; 0 is that of searches everywhere. */
const NOWHERE = -1;

type QuerySums = ReturnType<typeof querySums>;
interface ShownQuery {
  readonly query: string;
  readonly locale: string;
  readonly count: number;
  readonly zero: number;
  readonly results: number;
  readonly clicks: number;
  readonly lastAt: string;
  readonly lastZeroAt: string;
}

/** All that may be shown: adding up is what takes time, and is done once for both lists and all of their pages. */
async function shownQueries(db: Database, sums: QuerySums): Promise<ShownQuery[]> {
  const rows = await db.query
    .selectFrom(sums.as('sums'))
    .where('sums.visitors', '>=', LEAST_VISITORS)
    .where('sums.searches', '>', 0)
    .selectAll('sums')
    .execute();
  return rows.map((row) => ({
    query: row.query ?? '',
    locale: row.locale ?? '',
    count: Number(row.searches),
    zero: Number(row.zero_results),
    results: Number(row.results),
    clicks: Number(row.clicks),
    lastAt: row.last_at ?? '',
    lastZeroAt: row.last_zero_at ?? '',
  }));
}

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
    .toSorted((one, other) => sign * compare(weigh(one), weigh(other)) || compare(one.query, other.query))
    .slice(offset, offset + limit);
}

function compare<T extends number | string>(one: T, other: T): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function totalsOf(
  db: Database,
  span: Span,
  { locale, category }: ListQuery<QueryOrderBy>,
  sums: QuerySums,
): Promise<SearchStatistics['totals']> {
  const isWhole = locale === undefined && category === undefined && span.of === 'days';
  const { searches, zero_results, clicks } = isWhole
    ? addUp((await sumsByDay(db, span.range)).values())
    : await sumOf(db, sums);
  return {
    searches,
    zero_result_searches: zero_results,
    zero_result_rate: share(zero_results, searches),
    clicks,
    click_through_rate: share(clicks, searches),
  };
}

async function sumOf(
  db: Database,
  sums: QuerySums,
): Promise<{ searches: number; zero_results: number; clicks: number }> {
  const row = await db.query
    .selectFrom(sums.as('sums'))
    .select(({ fn }) => [
      fn.sum<number | null>('sums.searches').as('searches'),
      fn.sum<number | null>('sums.zero_results').as('zero_results'),
      fn.sum<number | null>('sums.clicks').as('clicks'),
    ])
    .executeTakeFirst();
  return {
    searches: Number(row?.searches ?? 0),
    zero_results: Number(row?.zero_results ?? 0),
    clicks: Number(row?.clicks ?? 0),
  };
}

/** By the whole query, else by its longest word. */
async function suggestionFor(
  { suggest }: SearchTableParts,
  viewer: KbViewer,
  { query, locale }: ShownQuery,
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
