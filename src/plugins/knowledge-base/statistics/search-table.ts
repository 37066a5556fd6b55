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
  const known = shownQueries(db, sums);
  const failed = known.where('sums.zero_results', '>', 0);
  const [totals, queries, zeroResults, manyKnown, manyFailed] = await Promise.all([
    totalsOf(db, span, query, sums),
    pageOf(known, query, query.orderby ?? 'count'),
    pageOf(failed, query, query.orderby === 'last_seen' ? 'last_zero' : 'zero'),
    countOf(known),
    countOf(failed),
  ]);
  return {
    total: Math.max(manyKnown, manyFailed),
    statistics: {
      totals,
      queries: queries.map((row) => ({
        query: row.query ?? '',
        count: Number(row.searches),
        results_avg: average(Number(row.results), Number(row.searches)),
        clicks: Number(row.clicks),
        ctr: share(Number(row.clicks), Number(row.searches)),
        last_seen: momentOf(row.last_at),
      })),
      zero_results: await Promise.all(
        zeroResults.map(async (row) => ({
          query: row.query ?? '',
          count: Number(row.zero_results),
          last_seen: momentOf(row.last_zero_at),
          suggested_article: await suggestionFor(parts, row.query ?? '', {
            locale: row.locale ?? '',
            viewer: query.viewer,
          }),
        })),
      ),
    },
  };
}

/** The id of no category; 0 is that of searches everywhere. */
const NOWHERE = -1;

type QuerySums = ReturnType<typeof querySums>;
type ShownQueries = ReturnType<typeof shownQueries>;

function shownQueries(db: Database, sums: QuerySums) {
  return db.query
    .selectFrom(sums.as('sums'))
    .where('sums.visitors', '>=', LEAST_VISITORS)
    .where('sums.searches', '>', 0);
}

async function countOf(shown: ShownQueries): Promise<number> {
  const row = await shown.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
  return Number(row?.total ?? 0);
}

function pageOf(shown: ShownQueries, { order, limit, offset }: ListQuery<QueryOrderBy>, by: keyof typeof COLUMNS) {
  return shown
    .selectAll('sums')
    .orderBy((eb) => {
      const column = eb.ref(COLUMNS[by]);
      return by === 'results_avg' || by === 'ctr'
        ? eb(eb(COLUMNS[by], '*', 1000), '/', eb.ref('sums.searches'))
        : column;
    }, order ?? 'desc')
    .orderBy('sums.query')
    .limit(limit)
    .offset(offset)
    .execute();
}

const COLUMNS = {
  count: 'sums.searches',
  results_avg: 'sums.results',
  clicks: 'sums.clicks',
  ctr: 'sums.clicks',
  last_seen: 'sums.last_at',
  zero: 'sums.zero_results',
  last_zero: 'sums.last_zero_at',
} as const;

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
  query: string,
  whose: { readonly locale: string; readonly viewer: KbViewer },
): Promise<{ title: string; link: string } | null> {
  const longest = query.split(' ').toSorted((one, other) => other.length - one.length)[0] ?? query;
  for (const text of new Set([query, longest])) {
    const [found] = await suggest(text, { ...whose, limit: 1 });
    if (found) return { title: found.text, link: found.link };
  }
  return null;
}

function momentOf(text: string | null): string {
  return text === null ? '' : utc.decode(text).toISOString();
}
