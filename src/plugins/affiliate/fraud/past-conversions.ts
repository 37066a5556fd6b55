import { type Database, utc } from '../../../index.js';
import type { PastConversions } from './subject.js';

/** Of so many the median is taken. */
const LATEST = 101;

export function pastConversions(db: Database, affiliateId: number): PastConversions {
  const since = (moment: Date) =>
    db.query.selectFrom('affiliate_conversions').where('created_at', '>=', utc.encode(moment));

  async function isThere(query: ReturnType<typeof since>): Promise<boolean> {
    return (await query.select('id').limit(1).executeTakeFirst()) !== undefined;
  }

  return {
    async countSince(moment) {
      const row = await since(moment)
        .where('affiliate_id', '=', affiliateId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
    hasCustomerSince: (email, moment) => isThere(since(moment).where('customer_email', '=', email)),
    hasVisitorSince: (visitor, moment) =>
      isThere(since(moment).where('affiliate_id', '=', affiliateId).where('visitor', '=', visitor)),
    async latestAmounts() {
      const rows = await db.query
        .selectFrom('affiliate_conversions')
        .select('amount')
        .where('amount', '>', 0)
        .orderBy('id', 'desc')
        .limit(LATEST)
        .execute();
      return rows.map(({ amount }) => amount);
    },
  };
}
