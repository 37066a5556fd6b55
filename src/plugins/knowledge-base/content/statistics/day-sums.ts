import { addDays, type Calendar } from '../../../../calendar.js';
import type { Database } from '../../../../database.js';
import type { DayRange } from './period.js';
import { type DaySums, noDaySums } from './roll-up.js';
import { eventsWithin } from './spans.js';

/** Loads the sums of each day of a period; days without data are left out. */
export async function sumsByDay(db: Database, { from, to }: DayRange): Promise<Map<string, DaySums>> {
  const rows = await db.query
    .selectFrom('kb_stats_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Map(rows.map(({ day, ...sums }) => [day, sums]));
}

/** Computes daily sums from events, for days in another time zone. */
export async function sumsByDayOf(
  db: Database,
  calendar: Calendar,
  { from, to }: DayRange,
): Promise<Map<string, DaySums>> {
  const sums = new Map<string, DaySums>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const span = { start: calendar.startOf(day), end: calendar.startOf(addDays(day, 1)) };
    sums.set(day, await sumsBetween(db, span));
  }
  return sums;
}

export function addUp(sums: Iterable<DaySums>): DaySums {
  const total = noDaySums();
  for (const day of sums) for (const name of NAMES) total[name] += day[name];
  return total;
}

const NAMES = Object.keys(noDaySums()) as (keyof DaySums)[];

async function sumsBetween(db: Database, span: { readonly start: Date; readonly end: Date }): Promise<DaySums> {
  const rows = await eventsWithin(db, span)
    .select(['kind', (eb) => eb.fn.countAll<number>().as('count'), (eb) => eb.fn.sum<number>('number').as('sum')])
    .select((eb) => eb.fn.sum<number>(eb.case().when('number', '=', 0).then(1).else(0).end()).as('zeros'))
    .groupBy('kind')
    .execute();
  const people = await eventsWithin(db, span)
    .select((eb) => eb.fn.count<number>('visitor').distinct().as('visitors'))
    .executeTakeFirst();
  const of = (kind: string): { count: number; sum: number; zeros: number } => {
    const row = rows.find((row) => row.kind === kind);
    return { count: Number(row?.count ?? 0), sum: Number(row?.sum ?? 0), zeros: Number(row?.zeros ?? 0) };
  };
  return {
    views: of('view').count,
    visitors: Number(people?.visitors ?? 0),
    searches: of('search').count,
    zero_results: of('search').zeros,
    clicks: of('click').count,
    downloads: of('download').count,
    ratings: of('rating').count - of('rating_taken').count,
    rating_sum: of('rating').sum - of('rating_taken').sum,
    helpful_yes: of('helpful').sum - of('helpful_taken').sum,
    helpful_no: of('helpful').zeros - of('helpful_taken').zeros,
    feedback: of('feedback').count,
  };
}
