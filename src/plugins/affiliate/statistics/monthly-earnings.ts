import { type Calendar, type Database, utc } from '../../../index.js';
import { lastMonths } from './months.js';

/** Rows that count as earned: what was rejected or refunded does not, and refunds of what was paid are below 0. */
const EARNED = ['pending', 'approved', 'paid'];

/**
 * What an affiliate earned in the last months, by `YYYY-MM` in the zone of the site: minor units of the commissions that
 * were made then.
 */
export async function monthlyEarnings(
  { db, calendar, now }: { readonly db: Database; readonly calendar: Calendar; readonly now: () => Date },
  affiliateId: number,
): Promise<ReadonlyMap<string, number>> {
  const months = lastMonths(calendar.dayOf(now()));
  const sums = await Promise.all(
    months.map(async (first, index) => {
      const next = months[index + 1];
      let query = db.query
        .selectFrom('affiliate_commissions')
        .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
        .where('affiliate_id', '=', affiliateId)
        .where('status', 'in', EARNED)
        .where('created_at', '>=', utc.encode(calendar.startOf(first)));
      if (next !== undefined) query = query.where('created_at', '<', utc.encode(calendar.startOf(next)));
      const row = await query.executeTakeFirst();
      return [first.slice(0, 7), Number(row?.amount ?? 0)] as const;
    }),
  );
  return new Map(sums);
}
