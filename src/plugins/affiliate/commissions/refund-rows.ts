import { type Database, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import { givenId } from './reference.js';

/** A refund as passed to actions. */
export interface RefundRecord {
  readonly commission_id: number;
  /** Null if the caller gave none. */
  readonly reference: string | null;
  /** Amount refunded to the customer, in major units. */
  readonly base_amount: number;
  /** Reduction of the commission, in major units. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
  /** Ledger row that reverses a paid commission; null if it was not paid yet. */
  readonly refund_id: number | null;
}

/** A refund, in minor units. */
export interface Refund {
  readonly commissionId: number;
  readonly reference: string;
  readonly baseAmount: number;
  readonly amount: number;
}

/** A recorded refund that is applied when a payout ends. */
export interface WaitingRefund extends Omit<Refund, 'amount'> {
  readonly id: number;
}

/** @param waitsFor payout after which the refund is applied; 0 if it is applied now */
export async function addRefund(db: Database, refund: Refund, now: Date, waitsFor = 0): Promise<void> {
  await db.insert('affiliate_refunds', {
    commission_id: refund.commissionId,
    reference: refund.reference,
    base_amount: refund.baseAmount,
    amount: refund.amount,
    waits_for: waitsFor,
    created_at: utc.encode(now),
  });
}

/** Recorded refund with a given reference. */
export interface KnownRefund {
  /** Minor units of the base amount. */
  readonly baseAmount: number;
  /** Whether it has not been applied yet. */
  readonly waits: boolean;
}

/**
 * Finds the refund with a reference, or null.
 * @param lock reads rows committed by others, regardless of the transaction's snapshot
 */
export async function findRefund(
  db: Database,
  commissionId: number,
  reference: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<KnownRefund | null> {
  const query = db.query
    .selectFrom('affiliate_refunds')
    .select(['base_amount', 'waits_for'])
    .where('commission_id', '=', commissionId)
    .where('reference', '=', reference);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { baseAmount: row.base_amount, waits: row.waits_for !== 0 } : null;
}

/**
 * Returns the pending refunds of a commission in minor units of its base. Lock the commission first, so that they
 * cannot change.
 */
export async function waitingOf(db: Database, commissionId: number): Promise<number> {
  const rows = await db.query
    .selectFrom('affiliate_refunds')
    .select('base_amount')
    .where('commission_id', '=', commissionId)
    .where('waits_for', '>', 0)
    .forUpdate()
    .execute();
  return rows.reduce((sum, row) => sum + row.base_amount, 0);
}

/** Locks the refunds that wait for the end of a payout, oldest first. */
export async function lockWaiting(db: Database, payoutId: number): Promise<WaitingRefund[]> {
  const rows = await db.query
    .selectFrom('affiliate_refunds')
    .selectAll()
    .where('waits_for', '=', payoutId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, commission_id: commissionId, reference, base_amount: baseAmount }) => ({
    id,
    commissionId,
    reference,
    baseAmount,
  }));
}

/** Marks a waiting refund as applied. @param amount reduction of the commission in minor units */
export async function endWaiting(db: Database, id: number, amount: number): Promise<void> {
  await db.query.updateTable('affiliate_refunds').set({ waits_for: 0, amount }).where('id', '=', id).execute();
}

export function refundRecord(refund: Refund, currency: string, refundId: number | null): RefundRecord {
  return {
    commission_id: refund.commissionId,
    reference: givenId(refund.reference),
    base_amount: majorUnits(refund.baseAmount, currency),
    amount: majorUnits(refund.amount, currency),
    amount_minor: refund.amount,
    currency,
    refund_id: refundId,
  };
}
