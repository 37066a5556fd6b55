import type { Database } from '../../../database.js';
import { DIMENSIONS, type Sums } from './tally.js';

/** Range of days, both inclusive. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Returns the sums by day, for days that have any. */
export async function readDays(
  db: Database,
  affiliateId: number,
  { from, to }: DaySpan,
): Promise<ReadonlyMap<string, Sums>> {
  const rows = await db.query
    .selectFrom('affiliate_rollups')
    .select(['day', 'clicks', 'unique_clicks', 'conversions', 'revenue_minor'])
    .where('affiliate_id', '=', affiliateId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('dim', '=', DIMENSIONS.total)
    .execute();
  return new Map(rows.map(({ day, ...sums }) => [day, sums]));
}

/** Returns the sums of all time. */
export async function readTotal(db: Database, affiliateId: number): Promise<Sums> {
  const row = await db.query
    .selectFrom('affiliate_rollups')
    .select(({ fn }) => [
      fn.sum<number | null>('clicks').as('clicks'),
      fn.sum<number | null>('unique_clicks').as('unique_clicks'),
      fn.sum<number | null>('conversions').as('conversions'),
      fn.sum<number | null>('revenue_minor').as('revenue_minor'),
    ])
    .where('affiliate_id', '=', affiliateId)
    .where('dim', '=', DIMENSIONS.total)
    .executeTakeFirstOrThrow();
  // Some databases return sums as strings.
  return {
    clicks: Number(row.clicks ?? 0),
    unique_clicks: Number(row.unique_clicks ?? 0),
    conversions: Number(row.conversions ?? 0),
    revenue_minor: Number(row.revenue_minor ?? 0),
  };
}

export function addSums(one: Sums, other: Sums | undefined): Sums {
  return {
    clicks: one.clicks + (other?.clicks ?? 0),
    unique_clicks: one.unique_clicks + (other?.unique_clicks ?? 0),
    conversions: one.conversions + (other?.conversions ?? 0),
    revenue_minor: one.revenue_minor + (other?.revenue_minor ?? 0),
  };
}

export const NO_SUMS: Sums = { clicks: 0, unique_clicks: 0, conversions: 0, revenue_minor: 0 };

/** Returns a percentage with two decimals; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
