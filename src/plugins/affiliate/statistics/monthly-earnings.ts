import type { Calendar } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import { lastMonths } from './months.js';

/** Statuses that count as earned. Refunds of paid commissions are negative rows. */
const EARNED = ['pending', 'approved', 'paid'];

/**
 * Returns an affiliate's earnings of the last months by `YYYY-MM` in the site's time zone. Amounts are minor units of
 * the commissions created in that month.
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
