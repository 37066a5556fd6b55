import { type Database, utc } from '../../../database.js';
import { type AffiliateFacts, lockAffiliates } from '../conversions/affiliate-facts.js';
import type { Payment, SkippedAffiliate } from './payout.js';

/** Selection of the affiliates and commissions to pay. */
export interface PayoutScope {
  /** Payment method. Affiliates with another method are left out; those without one are paid manually. */
  readonly method: string;
  /** All affiliates without it. */
  readonly affiliateIds?: readonly number[] | undefined;
  /** Only earnings before this time. Refunds are deducted regardless of their time. */
  readonly before?: Date | undefined;
}

export interface CollectedPayout {
  readonly payments: readonly Payment[];
  readonly skipped: readonly SkippedAffiliate[];
}

export interface CollectOptions extends PayoutScope {
  readonly payoutId: number;
  readonly currency: string;
  /** Minimum amount owed to be paid, in minor units. */
  readonly minimum: number;
  readonly at: Date;
}

/** Method of affiliates who have not chosen one. */
const BY_HAND = 'manual';

/**
 * Assigns approved commissions without a payout to this one, in a transaction. Two payouts never share a row, because
 * each takes only rows that are still unassigned.
 */
export async function collect(db: Database, options: CollectOptions): Promise<CollectedPayout> {
  const { payoutId, currency, minimum, at } = options;
  const people = await lockAffiliates(db, await owed(db, options));
  const skipped: SkippedAffiliate[] = [];
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

function reasonToSkip(person: AffiliateFacts, method: string, at: Date): SkippedAffiliate['reason'] | null {
  if (person.status !== 'active') return 'inactive';
  if (person.holdPayoutsUntil !== null && person.holdPayoutsUntil > at) return 'held';
  return (person.paymentMethod || BY_HAND) === method ? null : 'other_method';
}

function paymentOf(person: AffiliateFacts, method: string, currency: string, sum: Sum): Payment {
  const { id, code, name, paymentEmail, paymentDetails, email } = person;
  return { affiliateId: id, code, name, paymentEmail: paymentEmail || email, paymentDetails, method, currency, ...sum };
}

/** Selects approved commissions without a payout. Refunds count regardless of their time. */
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

/** Sums the rows assigned to this payout. The transaction sees its own writes. */
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
