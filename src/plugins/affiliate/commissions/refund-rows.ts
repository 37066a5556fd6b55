import { type Database, majorUnits, utc } from '../../../index.js';

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

export async function addRefund(db: Database, refund: Refund, now: Date): Promise<void> {
  await db.insert('affiliate_refunds', {
    commission_id: refund.commissionId,
    reference: refund.reference,
    base_amount: refund.baseAmount,
    amount: refund.amount,
    created_at: utc.encode(now),
  });
}

/**
 * The base of a refund that is known by this reference already, in minor units; null for none.
 * @param lock reads what others have committed, whatever the running transaction has seen
 */
export async function findRefund(
  db: Database,
  commissionId: number,
  reference: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<number | null> {
  const query = db.query
    .selectFrom('affiliate_refunds')
    .select('base_amount')
    .where('commission_id', '=', commissionId)
    .where('reference', '=', reference);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row?.base_amount ?? null;
}

export function refundRecord(refund: Refund, currency: string, refundId: number | null): RefundRecord {
  return {
    commission_id: refund.commissionId,
    reference: refund.reference.startsWith('~') ? null : refund.reference,
    base_amount: majorUnits(refund.baseAmount, currency),
    amount: majorUnits(refund.amount, currency),
    amount_minor: refund.amount,
    currency,
    refund_id: refundId,
  };
}
