import { type Database, utc } from '../../../database.js';
import { createGrouping } from '../../../utilities.js';
import type { PastConversions } from './subject.js';

/** Number of latest amounts in the median. */
const MAX_AMOUNTS = 101;

/** Milliseconds the amounts are cached: a few new ones hardly move the median. */
const CACHE_TIME = 60_000;

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
    if (amounts.length === MAX_AMOUNTS && performance.now() - readAt < CACHE_TIME) return amounts;
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

interface Question {
  readonly affiliateId: number;
  readonly since: Date;
  /** Limit of the count. */
  readonly most: number;
}

/** Maximum number of cached affiliates. */
const MAX_CACHED = 10_000;

/**
 * Creates a counter of an affiliate's conversions since a time. Most affiliates have few, which are counted for all
 * concurrent callers by one statement. For one at the limit, the time of the oldest counted conversion is cached: the
 * result holds until that one is too old.
 */
function createBusyAffiliates(db: Database): (question: Question) => Promise<number> {
  const busy = new Map<number, { readonly count: number; readonly first: Date }>();

  const from = (moment: Date) =>
    db.query.selectFrom('affiliate_conversions').where('created_at', '>=', utc.encode(moment));

  /** Counts from the earliest requested time, so the result is never too low. */
  const countAbout = createGrouping<Question, number>({
    isApart: db.isInTransaction,
    async run(questions) {
      const earliest = Math.min(...questions.map(({ since }) => since.getTime()));
      const rows = await from(new Date(earliest))
        .where('affiliate_id', 'in', [...new Set(questions.map(({ affiliateId }) => affiliateId))])
        .groupBy('affiliate_id')
        .select(({ fn }) => ['affiliate_id', fn.countAll<number>().as('count')])
        .execute();
      const counts = new Map(rows.map((row) => [row.affiliate_id, Number(row.count)]));
      return questions.map(({ affiliateId }) => counts.get(affiliateId) ?? 0);
    },
  });

  async function countExactly({ affiliateId, since, most }: Question): Promise<number> {
    const rows = await from(since)
      .where('affiliate_id', '=', affiliateId)
      .select('created_at')
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    const first = rows.at(-1);
    if (first && rows.length === most) {
      if (busy.size >= MAX_CACHED) busy.clear();
      busy.set(affiliateId, { count: most, first: utc.decode(first.created_at) });
    }
    return rows.length;
  }

  return async (question) => {
    const pending = busy.get(question.affiliateId);
    if (pending && pending.count >= question.most && pending.first >= question.since) return question.most;
    const about = await countAbout(question);
    return about < question.most ? about : countExactly(question);
  };
}
