import { type Database, majorUnits, utc } from '../../../index.js';
import { OWN_REFERENCE } from './commission.js';

/** A refund as actions tell it. */
export interface RefundRecord {
  readonly commission_id: number;
  /** Null for who gave none. */
  readonly reference: string | null;
  /** Major units that the customer got back. */
  readonly base_amount: number;
  /** Major units by which the commission became less. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
  /** The row of the ledger that takes back what was paid; null where nothing was paid yet. */
  readonly refund_id: number | null;
}

/** A refund, in minor units. */
export interface Refund {
  readonly commissionId: number;
  readonly reference: string;
  readonly baseAmount: number;
  readonly amount: number;
}

/** A refund that is written down, and carried out when a payout has ended. */
export interface WaitingRefund extends Omit<Refund, 'amount'> {
  readonly id: number;
}

/** @param waitsFor the payout whose end it is carried out at; 0 for what is carried out now */
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

/** What is known of a refund by its reference. */
export interface KnownRefund {
  /** Minor units of the base. */
  readonly baseAmount: number;
  /** Whether it is still to be carried out. */
  readonly waits: boolean;
}

/**
 * A refund that is known by this reference already; null for none.
 * @param lock reads what others have committed, whatever the running transaction has seen
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

/** Minor units of the base of a commission that wait to be refunded. The commission is in hand, so they stay as they are. */
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

/** Refunds that wait for the end of a payout, the first one first. */
export async function lockWaiting(db: Database, payoutId: number): Promise<WaitingRefund[]> {
  const rows = await db.query
    .selectFrom('affiliate_refunds')
    .selectAll()
    .where('waits_for', '=', payoutId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, commission_id: commissionId, reference, base_amount: baseAmount }) => ({
    ...{ id, commissionId, reference, baseAmount },
  }));
}

/** It waits no longer. @param amount minor units by which the commission became less */
export async function endWaiting(db: Database, id: number, amount: number): Promise<void> {
  await db.query.updateTable('affiliate_refunds').set({ waits_for: 0, amount }).where('id', '=', id).execute();
}

export function refundRecord(refund: Refund, currency: string, refundId: number | null): RefundRecord {
  return {
    commission_id: refund.commissionId,
    reference: refund.reference.startsWith(OWN_REFERENCE) ? null : refund.reference,
    base_amount: majorUnits(refund.baseAmount, currency),
    amount: majorUnits(refund.amount, currency),
    amount_minor: refund.amount,
    currency,
    refund_id: refundId,
  };
}
