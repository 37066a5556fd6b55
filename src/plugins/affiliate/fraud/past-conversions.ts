import { type Database, utc } from '../../../index.js';
import type { PastConversions } from './subject.js';

/** Of so many the median is taken. */
const LATEST = 101;
/** Milliseconds that so many are remembered: a few new ones move their median little. */
const REMEMBERED = 60_000;

/** What was recorded so far, of an affiliate and of all of them. */
export function createPastConversions(db: Database): (affiliateId: number) => PastConversions {
  let amounts: readonly number[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  async function latestAmounts(): Promise<readonly number[]> {
    if (amounts.length === LATEST && performance.now() - readAt < REMEMBERED) return amounts;
    const rows = await db.query
      .selectFrom('affiliate_conversions')
      .select('amount')
      .where('amount', '>', 0)
      .orderBy('id', 'desc')
      .limit(LATEST)
      .execute();
    amounts = rows.map(({ amount }) => amount);
    readAt = performance.now();
    return amounts;
  }

  return (affiliateId) => pastOf(db, affiliateId, latestAmounts);
}

function pastOf(db: Database, affiliateId: number, latestAmounts: PastConversions['latestAmounts']): PastConversions {
  const since = (moment: Date) =>
    db.query.selectFrom('affiliate_conversions').where('created_at', '>=', utc.encode(moment));

  async function isThere(query: ReturnType<typeof since>): Promise<boolean> {
    return (await query.select('id').limit(1).executeTakeFirst()) !== undefined;
  }

  return {
    async countSince(moment, most) {
      const rows = await since(moment).where('affiliate_id', '=', affiliateId).select('id').limit(most).execute();
      return rows.length;
    },
    hasCustomerSince: (email, moment) => isThere(since(moment).where('customer_email', '=', email)),
    hasVisitorSince: (visitor, moment) =>
      isThere(since(moment).where('affiliate_id', '=', affiliateId).where('visitor', '=', visitor)),
    latestAmounts,
  };
}
