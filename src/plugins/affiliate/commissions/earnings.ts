import type { Database } from '../../../database.js';
import { COMMISSION_STATUSES, type CommissionStatus } from './commission.js';

/** Earnings of an affiliate, in minor units. */
export interface Earnings {
  readonly pending: number;
  /** Owed and not paid yet, less refunds of paid commissions. */
  readonly approved: number;
  readonly paid: number;
  /** Amount refunded, before or after it was paid. */
  readonly refunded: number;
  /** Amount owed now: the sum of all approved rows. Negative if the affiliate owes money. */
  readonly balance: number;
  readonly conversions: number;
  /** Sales in minor units. */
  readonly revenue: number;
}

export interface ProgramEarnings {
  readonly byStatus: Readonly<Record<CommissionStatus, { readonly count: number; readonly amountMinor: number }>>;
  /** Approved and paid together. */
  readonly earned: number;
  readonly unpaid: number;
  readonly paid: number;
  readonly refunded: number;
  /** The ten top earners, highest first. */
  readonly topAffiliates: readonly TopAffiliate[];
}

export interface TopAffiliate {
  readonly affiliateId: number;
  readonly code: string;
  readonly name: string;
  readonly earnedMinor: number;
  readonly conversions: number;
}

const TOP = 10;
const NOTHING: Earnings = { pending: 0, approved: 0, paid: 0, refunded: 0, balance: 0, conversions: 0, revenue: 0 };

interface Sum {
  readonly affiliate_id: number;
  readonly type: string;
  readonly status: string;
  readonly count: number;
  readonly amount: number;
  readonly original: number;
}

async function readSums(db: Database, affiliateIds: readonly number[] | null): Promise<Sum[]> {
  let query = db.query.selectFrom('affiliate_commissions');
  if (affiliateIds) query = query.where('affiliate_id', 'in', [...affiliateIds]);
  const rows = await query
    .groupBy(['affiliate_id', 'type', 'status'])
    .select(['affiliate_id', 'type', 'status'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount').as('amount'),
      fn.sum<number>('original_amount').as('original'),
    ])
    .execute();
  // Some databases return sums as strings.
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    amount: Number(row.amount),
    original: Number(row.original),
  }));
}

/** Returns the reduction: all of a refunded row, part of others, and the amount of a refund row. */
function takenBy({ type, status, amount, original }: Sum): number {
  if (type === 'refund') return amount === 0 ? 0 : -amount;
  if (status === 'rejected') return 0;
  return status === 'refunded' ? original : original - amount;
}

/** Returns the earnings of these affiliates, including those without any. */
export async function earningsOf(
  db: Database,
  affiliateIds: readonly number[],
): Promise<ReadonlyMap<number, Earnings>> {
  const earnings = new Map(affiliateIds.map((id) => [id, NOTHING]));
  if (affiliateIds.length === 0) return earnings;
  const [sums, conversions] = await Promise.all([readSums(db, affiliateIds), readConversions(db, affiliateIds)]);
  for (const sum of sums) {
    const before = earnings.get(sum.affiliate_id) ?? NOTHING;
    const { status, amount } = sum;
    const of = (requested: CommissionStatus): number => (status === requested ? amount : 0);
    earnings.set(sum.affiliate_id, {
      ...before,
      pending: before.pending + of('pending'),
      approved: before.approved + of('approved'),
      paid: before.paid + of('paid'),
      refunded: before.refunded + takenBy(sum),
      balance: before.balance + of('approved'),
    });
  }
  for (const row of conversions) {
    const before = earnings.get(row.affiliate_id) ?? NOTHING;
    earnings.set(row.affiliate_id, { ...before, conversions: Number(row.count), revenue: Number(row.revenue) });
  }
  return earnings;
}

async function readConversions(db: Database, affiliateIds: readonly number[]) {
  return db.query
    .selectFrom('affiliate_conversions')
    .where('affiliate_id', 'in', [...affiliateIds])
    .groupBy('affiliate_id')
    .select('affiliate_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('amount').as('revenue')])
    .execute();
}

/** Returns the earnings of all affiliates together. */
export async function programEarnings(db: Database): Promise<ProgramEarnings> {
  const sums = await readSums(db, null);
  const total = (rows: readonly Sum[], of: (sum: Sum) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const ofStatus = (status: CommissionStatus): readonly Sum[] => sums.filter((sum) => sum.status === status);
  const entries = COMMISSION_STATUSES.map((status) => {
    const rows = ofStatus(status);
    const amountOf = (sum: Sum): number => (status === 'refunded' ? sum.original : sum.amount);
    return [status, { count: total(rows, (sum) => sum.count), amountMinor: total(rows, amountOf) }] as const;
  });
  const unpaid = total(ofStatus('approved'), (sum) => sum.amount);
  const paid = total(ofStatus('paid'), (sum) => sum.amount);
  return {
    // The entries contain every status.
    byStatus: Object.fromEntries(entries) as ProgramEarnings['byStatus'],
    earned: unpaid + paid,
    unpaid,
    paid,
    refunded: total(sums, takenBy),
    topAffiliates: await topAffiliates(db, sums),
  };
}

async function topAffiliates(db: Database, sums: readonly Sum[]): Promise<TopAffiliate[]> {
  const earned = new Map<number, number>();
  for (const { affiliate_id: id, status, amount } of sums) {
    if (status === 'approved' || status === 'paid') earned.set(id, (earned.get(id) ?? 0) + amount);
  }
  const top = [...earned]
    .filter(([, amount]) => amount > 0)
    .toSorted(([one, less], [other, more]) => more - less || one - other)
    .slice(0, TOP);
  if (top.length === 0) return [];
  const ids = top.map(([id]) => id);
  const [people, conversions] = await Promise.all([
    db.query.selectFrom('affiliate_affiliates').select(['id', 'code', 'display_name']).where('id', 'in', ids).execute(),
    readConversions(db, ids),
  ]);
  return top.map(([id, amount]) => {
    const person = people.find((row) => row.id === id);
    const { code = '', display_name: name = '' } = person ?? {};
    const count = conversions.find((row) => row.affiliate_id === id)?.count ?? 0;
    return { affiliateId: id, code, name: name || code, earnedMinor: amount, conversions: Number(count) };
  });
}
