import { createGrouping, type Database, utc } from '../../../index.js';
import type { PastConversions } from './subject.js';

/** Of so many the median is taken. */
const LATEST = 101;
/** Milliseconds that so many are remembered: a few new ones move their median little. */
const REMEMBERED = 60_000;

/** How many there are since a moment that have these values. */
interface Question {
  readonly since: Date;
  readonly having: Partial<Record<'affiliate_id' | 'customer_email' | 'visitor', string | number>>;
  /** What is counted up to. */
  readonly most: number;
}

/** What was recorded so far, of an affiliate and of all of them. */
export function createPastConversions(db: Database): (affiliateId: number) => PastConversions {
  let amounts: readonly number[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  function counting({ since, having, most }: Question, index: number) {
    const found = Object.entries(having).reduce(
      (query, [column, value]) => query.where(column as keyof Question['having'], '=', value),
      db.query.selectFrom('affiliate_conversions').select('id').where('created_at', '>=', utc.encode(since)),
    );
    return db.query
      .selectFrom(found.limit(most).as('found'))
      .select(({ fn, lit }) => [lit(index).as('question'), fn.countAll<number>().as('count')]);
  }

  /** What the checks of all that comes in at the same time ask, by one statement. */
  const count = createGrouping<Question, number>({
    isApart: db.isInTransaction,
    async run(questions) {
      const [first, ...others] = questions.map(counting);
      if (!first) return [];
      const rows = await others.reduce((all, one) => all.unionAll(one), first).execute();
      const counts = new Map(rows.map((row) => [Number(row.question), Number(row.count)]));
      return questions.map((_, index) => counts.get(index) ?? 0);
    },
  });

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

  return (affiliateId) => ({
    countSince: (since, most) => count({ since, having: { affiliate_id: affiliateId }, most }),
    hasCustomerSince: async (email, since) => (await count({ since, having: { customer_email: email }, most: 1 })) > 0,
    hasVisitorSince: async (visitor, since) =>
      (await count({ since, having: { affiliate_id: affiliateId, visitor }, most: 1 })) > 0,
    latestAmounts,
  });
}
