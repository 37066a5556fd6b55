import { type Database, utc } from '../../../database.js';
import { createGrouping } from '../../../utilities.js';
import { createBusyAffiliates } from './busy-affiliates.js';
import type { PastConversions } from './subject.js';

/** Number of latest amounts in the median. */
const MAX_AMOUNTS = 101;
/** Milliseconds the amounts are cached: a few new ones hardly move the median. */
const REMEMBERED = 60_000;

/** Creates queries about past conversions, of one affiliate and of all. */
export function createPastConversions(db: Database): (affiliateId: number) => PastConversions {
  const countSince = createBusyAffiliates(db);
  let amounts: readonly number[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  const since = (moment: Date) =>
    db.query.selectFrom('affiliate_conversions').where('created_at', '>=', utc.encode(moment));

  /** Batches concurrent lookups into one statement. */
  const hasCustomerSince = createGrouping<{ readonly email: string; readonly moment: Date }, boolean>({
    isApart: db.isInTransaction,
    async run(questions) {
      const first = Math.min(...questions.map(({ moment }) => moment.getTime()));
      const rows = await since(new Date(first))
        .where('customer_email', 'in', [...new Set(questions.map(({ email }) => email))])
        .groupBy('customer_email')
        .select(({ fn }) => ['customer_email', fn.max('created_at').as('latest')])
        .execute();
      const latest = new Map(rows.map((row) => [row.customer_email, row.latest]));
      return questions.map(({ email, moment }) => (latest.get(email) ?? '') >= utc.encode(moment));
    },
  });

  async function latestAmounts(): Promise<readonly number[]> {
    if (amounts.length === MAX_AMOUNTS && performance.now() - readAt < REMEMBERED) return amounts;
    const rows = await db.query
      .selectFrom('affiliate_conversions')
      .select('amount')
      .where('amount', '>', 0)
      .orderBy('id', 'desc')
      .limit(MAX_AMOUNTS)
      .execute();
    amounts = rows.map(({ amount }) => amount);
    readAt = performance.now();
    return amounts;
  }

  return (affiliateId) => ({
    countSince: (moment, most) => countSince({ affiliateId, since: moment, most }),
    hasCustomerSince: (email, moment) => hasCustomerSince({ email, moment }),
    async hasVisitorSince(visitor, moment) {
      const found = since(moment).where('affiliate_id', '=', affiliateId).where('visitor', '=', visitor);
      return (await found.select('id').limit(1).executeTakeFirst()) !== undefined;
    },
    latestAmounts,
  });
}
