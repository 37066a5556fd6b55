import { type Database, utc } from '../../../index.js';
import { type AffiliateFacts, lockAffiliates } from '../conversions/affiliate-facts.js';
import type { Payment, Skipped } from './payout.js';

/** Who is paid, and for what. */
export interface PayoutScope {
  /** How: affiliates who want it another way are left out. Those who have not said are paid by hand. */
  readonly method: string;
  /** All of them without it. */
  readonly affiliateIds?: readonly number[] | undefined;
  /** What was earned before; refunds are taken off whenever they were. */
  readonly before?: Date | undefined;
}

export interface Collected {
  readonly payments: readonly Payment[];
  readonly skipped: readonly Skipped[];
}

export interface CollectOptions extends PayoutScope {
  readonly payoutId: number;
  readonly currency: string;
  /** Minor units that somebody is owed at least to be paid. */
  readonly minimum: number;
  readonly at: Date;
}

/** Who has not said how they want to be paid. */
const BY_HAND = 'manual';

/**
 * Stamps what is approved and in no payout with the number of this one. It is part of a transaction: two of them never
 * have a row in common, since each takes only what has no stamp when it comes to it.
 */
export async function collect(db: Database, options: CollectOptions): Promise<Collected> {
  const { payoutId, currency, minimum, at } = options;
  const people = await lockAffiliates(db, await owed(db, options));
  const skipped: Skipped[] = [];
  const able: AffiliateFacts[] = [];
  for (const person of people) {
    const reason = reasonToSkip(person, options.method, at);
    if (reason === null) able.push(person);
    else
      skipped.push({
        affiliateId: person.id,
        code: person.code,
        reason,
        amount: await openAmount(db, person.id, options),
      });
  }
  await stamp(db, able, options);
  const sums = await sumsOf(db, payoutId);
  const poor = able.filter(({ id }) => {
    const sum = sums.get(id);
    return sum !== undefined && (sum.amount <= 0 || sum.amount < minimum);
  });
  await release(db, payoutId, poor);
  for (const { id, code } of poor) {
    skipped.push({ affiliateId: id, code, reason: 'below_minimum', amount: sums.get(id)?.amount ?? 0 });
  }
  const payments = able
    .filter((person) => sums.has(person.id) && !poor.includes(person))
    .map((person) => paymentOf(person, options.method, currency, sums.get(person.id) ?? NOTHING));
  return { payments, skipped };
}

interface Sum {
  readonly amount: number;
  readonly commissions: number;
}

const NOTHING: Sum = { amount: 0, commissions: 0 };

function reasonToSkip(person: AffiliateFacts, method: string, at: Date): Skipped['reason'] | null {
  if (person.status !== 'active') return 'inactive';
  if (person.holdPayoutsUntil !== null && person.holdPayoutsUntil > at) return 'held';
  return (person.paymentMethod || BY_HAND) === method ? null : 'other_method';
}

function paymentOf(person: AffiliateFacts, method: string, currency: string, sum: Sum): Payment {
  const { id, code, name, paymentEmail, paymentDetails, email } = person;
  return { affiliateId: id, code, name, paymentEmail: paymentEmail || email, paymentDetails, method, currency, ...sum };
}

/** What is approved and in no payout. Refunds count whenever they were. */
function open(db: Database, { currency, before, affiliateIds }: CollectOptions) {
  let query = db.query
    .selectFrom('affiliate_commissions')
    .where('status', '=', 'approved')
    .where('payout_id', '=', 0)
    .where('currency', '=', currency);
  if (affiliateIds) query = query.where('affiliate_id', 'in', [...affiliateIds, 0]);
  if (before) {
    query = query.where((eb) => eb.or([eb('created_at', '<', utc.encode(before)), eb('type', '=', 'refund')]));
  }
  return query;
}

async function owed(db: Database, options: CollectOptions): Promise<number[]> {
  const rows = await open(db, options).select('affiliate_id').distinct().execute();
  return rows.map((row) => row.affiliate_id);
}

async function openAmount(db: Database, affiliateId: number, options: CollectOptions): Promise<number> {
  const row = await open(db, options)
    .where('affiliate_id', '=', affiliateId)
    .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
    .executeTakeFirst();
  return Number(row?.amount ?? 0);
}

async function stamp(
  db: Database,
  people: readonly AffiliateFacts[],
  { payoutId, currency, before }: CollectOptions,
): Promise<void> {
  if (people.length === 0) return;
  let query = db.query
    .updateTable('affiliate_commissions')
    .set({ payout_id: payoutId })
    .where('status', '=', 'approved')
    .where('payout_id', '=', 0)
    .where('currency', '=', currency)
    .where('affiliate_id', 'in', idsOf(people));
  if (before) {
    query = query.where((eb) => eb.or([eb('created_at', '<', utc.encode(before)), eb('type', '=', 'refund')]));
  }
  await query.execute();
}

async function release(db: Database, payoutId: number, people: readonly AffiliateFacts[]): Promise<void> {
  if (people.length === 0) return;
  await db.query
    .updateTable('affiliate_commissions')
    .set({ payout_id: 0 })
    .where('payout_id', '=', payoutId)
    .where('affiliate_id', 'in', idsOf(people))
    .execute();
}

/** Of the rows that this payout has in hand, as they are now: a transaction sees what it has written itself. */
async function sumsOf(db: Database, payoutId: number): Promise<ReadonlyMap<number, Sum>> {
  const rows = await db.query
    .selectFrom('affiliate_commissions')
    .select(['affiliate_id', 'amount'])
    .where('payout_id', '=', payoutId)
    .forUpdate()
    .execute();
  const sums = new Map<number, Sum>();
  for (const { affiliate_id: id, amount } of rows) {
    const before = sums.get(id) ?? NOTHING;
    sums.set(id, { amount: before.amount + amount, commissions: before.commissions + 1 });
  }
  return sums;
}

function idsOf(people: readonly AffiliateFacts[]): number[] {
  return people.map(({ id }) => id);
}
