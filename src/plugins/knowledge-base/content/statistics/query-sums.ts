import type { Database } from '../../../../database.js';
import type { EventKind } from './event.js';
import { isMonthRow } from './months.js';
import type { DayRange } from './period.js';
import { eventsWithin, type Span } from './spans.js';

export interface QueryFilter {
  readonly locale?: string | undefined;
  /** Only searches limited to one of these categories. */
  readonly categories?: readonly number[] | undefined;
  /** Only these queries. */
  readonly keys?: readonly string[];
}

const COUNTS = ['searches', 'zero_results', 'results', 'clicks', 'positions', 'visitors'] as const;
const LASTS = ['last_at', 'last_zero_at'] as const;
const ALL = [...COUNTS, ...LASTS];

export type QueryColumn = (typeof ALL)[number];

/** Sums of a query in a span; columns that were not requested are 0 or null. */
export type QuerySums = { readonly query_key: string } & Record<(typeof COUNTS)[number], number> &
  Record<(typeof LASTS)[number], string | null>;

/**
 * Sums one row per query. Every column summed over all queries costs time, so request the columns that decide what
 * is shown first, and the others only for the rows shown; `textsOf` reads the query text. A visitor counts once per
 * query and day, even when searching in several languages.
 */
export async function querySums(
  db: Database,
  span: Span,
  filter: QueryFilter,
  columns: readonly QueryColumn[] = ALL,
): Promise<QuerySums[]> {
  if (span.of === 'moments') return toSums(await sumsOfMoments(db, span, filter).execute());
  const found = await Promise.all(
    rowsWithin(span.parts).map(({ table, parts }) => sumsOfRows(db, table, parts, filter, columns).execute()),
  );
  return toSums(found.flat());
}

type QueryTable = 'kb_stats_queries' | 'kb_stats_query_months';

/** Splits row ranges by table: days and whole months are stored separately. */
function rowsWithin(parts: readonly DayRange[]): { readonly table: QueryTable; readonly parts: readonly DayRange[] }[] {
  const months = parts.filter(({ from }) => isMonthRow(from));
  const days = parts.filter(({ from }) => !isMonthRow(from));
  const tables = [
    { table: 'kb_stats_queries', parts: days },
    { table: 'kb_stats_query_months', parts: months },
  ] as const;
  return tables.filter((table) => table.parts.length > 0);
}

function rowsOf(db: Database, table: QueryTable, parts: readonly DayRange[]) {
  // Both tables have the columns used here.
  return db.query
    .selectFrom(table as 'kb_stats_queries')
    .where((eb) => eb.or(parts.map(({ from, to }) => eb.between('day', from, to))));
}

function sumsOfRows(
  db: Database,
  table: QueryTable,
  parts: readonly DayRange[],
  { locale, categories, keys }: QueryFilter,
  columns: readonly QueryColumn[],
) {
  let rows = rowsOf(db, table, parts);
  if (locale !== undefined) rows = rows.where('locale', '=', locale);
  if (categories) rows = rows.where('category_id', 'in', [...categories]);
  if (keys) rows = rows.where('query_key', 'in', [...keys]);
  return rows
    .groupBy('query_key')
    .select('query_key')
    .select(({ fn }) => [
      ...COUNTS.filter((name) => columns.includes(name)).map((name) => fn.sum<number>(name).as(name)),
      ...LASTS.filter((name) => columns.includes(name)).map((name) => fn.max<string | null>(name).as(name)),
    ]);
}

/** Merges rows of several tables by query. Some databases return sums as text. */
function toSums(
  rows: readonly (Partial<Record<QueryColumn, unknown>> & { readonly query_key: string })[],
): QuerySums[] {
  const byKey = new Map<string, QuerySums>();
  for (const row of rows) {
    const sums = byKey.get(row.query_key);
    if (sums) {
      for (const name of COUNTS) sums[name] += Number(row[name] ?? 0);
      for (const name of LASTS) sums[name] = later(sums[name], row[name]);
    } else {
      byKey.set(row.query_key, {
        query_key: row.query_key,
        searches: Number(row.searches ?? 0),
        zero_results: Number(row.zero_results ?? 0),
        results: Number(row.results ?? 0),
        clicks: Number(row.clicks ?? 0),
        positions: Number(row.positions ?? 0),
        visitors: Number(row.visitors ?? 0),
        last_at: later(null, row.last_at),
        last_zero_at: later(null, row.last_zero_at),
      });
    }
  }
  return [...byKey.values()];
}

function later(one: string | null, other: unknown): string | null {
  if (typeof other !== 'string') return one;
  return one === null || other > one ? other : one;
}

function sumsOfMoments(
  db: Database,
  span: Extract<Span, { of: 'moments' }>,
  { locale, categories, keys }: QueryFilter,
) {
  let rows = eventsWithin(db, span).where('kb_events.query_key', 'is not', null);
  if (locale !== undefined) rows = rows.where('kb_events.locale', '=', locale);
  if (categories) rows = rows.where('kb_events.category_id', 'in', [...categories]);
  if (keys) rows = rows.where('kb_events.query_key', 'in', [...keys]);
  return rows
    .groupBy('kb_events.query_key')
    .select((eb) => eb.ref('kb_events.query_key').$notNull().as('query_key'))
    .select((eb) => {
      const of = (kind: EventKind) => eb.case().when('kb_events.kind', '=', kind);
      const isZero = eb.and([eb('kb_events.kind', '=', 'search'), eb('kb_events.number', '=', 0)]);
      return [
        eb.fn.sum<number>(of('search').then(1).else(0).end()).as('searches'),
        eb.fn.sum<number>(eb.case().when(isZero).then(1).else(0).end()).as('zero_results'),
        eb.fn.sum<number>(of('search').then(eb.ref('kb_events.number')).else(0).end()).as('results'),
        eb.fn.sum<number>(of('click').then(1).else(0).end()).as('clicks'),
        eb.fn.sum<number>(of('click').then(eb.ref('kb_events.number')).else(0).end()).as('positions'),
        eb.fn
          .count<number>(of('search').then(eb.ref('kb_events.visitor')).end())
          .distinct()
          .as('visitors'),
        eb.fn.max<string | null>('kb_events.at').as('last_at'),
        eb.fn.max<string | null>(eb.case().when(isZero).then(eb.ref('kb_events.at')).end()).as('last_zero_at'),
      ];
    });
}

/** Loads the text of queries and one locale they were searched in. */
export async function textsOf(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, { readonly query: string; readonly locale: string }>> {
  if (keys.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('kb_stats_queries')
    .where('query_key', 'in', [...keys])
    .groupBy('query_key')
    .select('query_key')
    .select(({ fn }) => [fn.max('query').as('query'), fn.max('locale').as('locale')])
    .execute();
  return new Map(rows.map(({ query_key, query, locale }) => [query_key, { query, locale }]));
}

/** Counts searches without results by category id, for searches limited to one category. */
export async function zeroResultsByCategory(db: Database, span: Span): Promise<Map<number, number>> {
  const found = span.of === 'days' ? await zeroResultsOfDays(db, span.parts) : await zeroResultsOfMoments(db, span);
  const sums = new Map<number, number>();
  for (const { category_id, count } of found) sums.set(category_id, (sums.get(category_id) ?? 0) + Number(count));
  return sums;
}

async function zeroResultsOfDays(db: Database, parts: readonly DayRange[]) {
  const found = await Promise.all(
    rowsWithin(parts).map((within) =>
      rowsOf(db, within.table, within.parts)
        .where('category_id', '>', 0)
        .groupBy('category_id')
        .select(['category_id', ({ fn }) => fn.sum<number>('zero_results').as('count')])
        .execute(),
    ),
  );
  return found.flat();
}

function zeroResultsOfMoments(db: Database, span: Extract<Span, { of: 'moments' }>) {
  return eventsWithin(db, span)
    .where('kind', '=', 'search')
    .where('number', '=', 0)
    .where('category_id', '!=', 0)
    .groupBy('category_id')
    .select(['category_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
}
