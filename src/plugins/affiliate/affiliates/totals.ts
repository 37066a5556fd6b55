import type { Database } from '../../../database.js';
import type { Earnings } from '../commissions/earnings.js';
import { DIMENSIONS } from '../statistics/tally.js';

/** Totals of an affiliate. Amounts are minor units. */
export interface AffiliateTotals extends Pick<Earnings, 'approved' | 'balance' | 'conversions' | 'paid' | 'pending'> {
  readonly clicks: number;
  readonly uniqueClicks: number;
}

export type TotalsOf = (affiliateIds: readonly number[]) => Promise<ReadonlyMap<number, AffiliateTotals>>;

export function createTotals(
  db: Database,
  earningsOf: (affiliateIds: readonly number[]) => Promise<ReadonlyMap<number, Earnings>>,
): TotalsOf {
  return async (ids) => {
    const [clicks, earnings] = await Promise.all([clicksOf(db, ids), earningsOf(ids)]);
    return new Map(
      [...earnings].map(([id, { pending, approved, paid, balance, conversions }]) => {
        const counted = clicks.get(id) ?? { clicks: 0, uniqueClicks: 0 };
        return [id, { ...counted, pending, approved, paid, balance, conversions }];
      }),
    );
  };
}

async function clicksOf(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { clicks: number; uniqueClicks: number }>();
  const rows = await db.query
    .selectFrom('affiliate_rollups')
    .where('affiliate_id', 'in', [...ids])
    .where('dim', '=', DIMENSIONS.total)
    .groupBy('affiliate_id')
    .select('affiliate_id')
    .select(({ fn }) => [fn.sum<number>('clicks').as('clicks'), fn.sum<number>('unique_clicks').as('unique_clicks')])
    .execute();
  // Some databases return sums as strings.
  return new Map(
    rows.map((row) => [row.affiliate_id, { clicks: Number(row.clicks), uniqueClicks: Number(row.unique_clicks) }]),
  );
}
