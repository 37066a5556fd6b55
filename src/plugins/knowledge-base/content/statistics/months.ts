import { addDays, monthOf } from '../../../../calendar.js';
import type { Database } from '../../../../database.js';
import type { DayRange } from './period.js';

/**
 * Row name of a month's sums, which sorts after all days: `m2026-10`. Monthly sums are stored in the daily tables,
 * and those of queries in a table of their own, so that a year needs a dozen rows per article instead of hundreds.
 * The month's row in `kb_stats_days` marks the sums as complete; changing a day of the month deletes it.
 */
function monthRow(day: string): string {
  return `m${day.slice(0, 7)}`;
}

/** Sorts after all days and before all months. */
const FIRST_MONTH_ROW = 'm';

/** Returns whether a row name denotes a month. */
export function isMonthRow(name: string): boolean {
  return name >= FIRST_MONTH_ROW;
}

/** Invalidates the sums of a month after one of its days changed, within the caller's transaction. */
export async function reopenMonth(db: Database, day: string): Promise<void> {
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1);
  // The current month is never complete, in any time zone.
  if (monthOf(day) === monthOf(tomorrow)) return;
  await db.query.deleteFrom('kb_stats_days').where('day', '=', monthRow(day)).execute();
}

/** Sums up past months that are not complete yet. */
export async function closeMonths(db: Database, today: string): Promise<void> {
  const rows = await db.query.selectFrom('kb_stats_days').select('day').where('day', '<', FIRST_MONTH_ROW).execute();
  const months = new Set(rows.map(({ day }) => monthOf(day)));
  const closed = await closedMonths(db, { from: '0000', to: '9999' });
  for (const month of months) {
    if (month < monthOf(today) && !closed.has(monthRow(month))) await closeMonth(db, month);
  }
}

/**
 * Returns the rows that make up a period: its days, and monthly rows for whole months that are complete.
 * @returns ranges of row names, both ends included
 */
export async function partsOf(db: Database, range: DayRange): Promise<DayRange[]> {
  const closed = addDays(nextMonth(range.from), -1) <= range.to ? await closedMonths(db, range) : new Set<string>();
  const parts: DayRange[] = [];
  for (let start = range.from; start <= range.to; start = nextMonth(start)) {
    const last = addDays(nextMonth(start), -1);
    const isWhole = start === monthOf(start) && last <= range.to && closed.has(monthRow(start));
    const part = isWhole
      ? { from: monthRow(start), to: monthRow(start) }
      : { from: start, to: last < range.to ? last : range.to };
    join(parts, part);
  }
  return parts;
}

/** Merges adjacent ranges, because every range is a separate lookup. */
function join(parts: DayRange[], part: DayRange): void {
  const before = parts.at(-1);
  const isMonth = isMonthRow(part.from);
  if (before && isMonthRow(before.from) === isMonth && (isMonth || addDays(before.to, 1) === part.from)) {
    parts[parts.length - 1] = { from: before.from, to: part.to };
  } else parts.push(part);
}

function nextMonth(day: string): string {
  return monthOf(addDays(monthOf(day), 31));
}

async function closedMonths(db: Database, { from, to }: DayRange): Promise<Set<string>> {
  const rows = await db.query
    .selectFrom('kb_stats_days')
    .select('day')
    .where('day', '>=', monthRow(from))
    .where('day', '<=', monthRow(to))
    .execute();
  return new Set(rows.map(({ day }) => day));
}

async function closeMonth(db: Database, month: string): Promise<void> {
  const name = monthRow(month);
  const last = addDays(nextMonth(month), -1);
  await db.transaction(async () => {
    // Deleted first, so that a concurrent change of a day waits for the sums and then invalidates them.
    await db.query.deleteFrom('kb_stats_days').where('day', '=', name).execute();
    await db.query
      .insertInto('kb_stats_days')
      .columns(['day', ...DAY_COLUMNS])
      .expression((eb) =>
        eb
          .selectFrom('kb_stats_days')
          .where('day', '>=', month)
          .where('day', '<=', last)
          .select((row) => [row.val(name).as('day'), ...DAY_COLUMNS.map((column) => row.fn.sum(column).as(column))]),
      )
      .execute();
    await sumArticles(db, name, month, last);
    await sumQueries(db, name, month, last);
  });
}

async function sumArticles(db: Database, name: string, first: string, last: string): Promise<void> {
  await db.query.deleteFrom('kb_stats_articles').where('day', '=', name).execute();
  await db.query
    .insertInto('kb_stats_articles')
    .columns(['day', 'article_id', 'locale', ...ARTICLE_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('kb_stats_articles')
        .where('day', '>=', first)
        .where('day', '<=', last)
        .groupBy(['article_id', 'locale'])
        .select((row) => [row.val(name).as('day'), 'article_id', 'locale'])
        .select((row) => ARTICLE_COLUMNS.map((column) => row.fn.sum(column).as(column))),
    )
    .execute();
}

async function sumQueries(db: Database, name: string, first: string, last: string): Promise<void> {
  await db.query.deleteFrom('kb_stats_query_months').where('day', '=', name).execute();
  await db.query
    .insertInto('kb_stats_query_months')
    .columns(['day', 'query_key', 'locale', 'category_id', 'last_at', 'last_zero_at', ...QUERY_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('kb_stats_queries')
        .where('day', '>=', first)
        .where('day', '<=', last)
        .groupBy(['query_key', 'locale', 'category_id'])
        .select((row) => [row.val(name).as('day'), 'query_key', 'locale', 'category_id'])
        .select((row) => LAST_COLUMNS.map((column) => row.fn.max(column).as(column)))
        .select((row) => QUERY_COLUMNS.map((column) => row.fn.sum(column).as(column))),
    )
    .execute();
}

const SHARED_COLUMNS = [
  'views',
  'visitors',
  'downloads',
  'ratings',
  'rating_sum',
  'helpful_yes',
  'helpful_no',
  'feedback',
] as const;
const DAY_COLUMNS = [...SHARED_COLUMNS, 'searches', 'zero_results', 'clicks'] as const;
const ARTICLE_COLUMNS = [...SHARED_COLUMNS, 'search_clicks', 'exits'] as const;
const LAST_COLUMNS = ['last_at', 'last_zero_at'] as const;
const QUERY_COLUMNS = ['searches', 'zero_results', 'results', 'clicks', 'positions', 'visitors'] as const;
