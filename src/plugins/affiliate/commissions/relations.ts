import { type Database, utc } from '../../../database.js';
import { type Commission, toCommission } from './commission.js';
import { givenId } from './reference.js';

/** A past refund of a commission, in minor units. */
export interface PastRefund {
  readonly at: Date;
  /** Amount of the base. */
  readonly baseAmount: number;
  /** Reduction of the commission; 0 while it waits. */
  readonly amount: number;
  /** Payout after which it is applied; null if it has been applied. */
  readonly waitsFor: number | null;
  /** Null if the caller gave none. */
  readonly reference: string | null;
}

/** Rows related to a commission. */
export interface CommissionRelations {
  /** Oldest first. */
  readonly refunds: readonly PastRefund[];
  /** Rows derived from it: shares, and reversals of what was paid. */
  readonly adjustments: readonly Commission[];
}

export async function relationsOf(db: Database, id: number): Promise<CommissionRelations> {
  const [refunds, adjustments] = await Promise.all([
    db.query.selectFrom('affiliate_refunds').selectAll().where('commission_id', '=', id).orderBy('id').execute(),
    db.query.selectFrom('affiliate_commissions').selectAll().where('parent_id', '=', id).orderBy('id').execute(),
  ]);
  return {
    refunds: refunds.map((row) => ({
      at: utc.decode(row.created_at),
      baseAmount: row.base_amount,
      amount: row.amount,
      waitsFor: row.waits_for === 0 ? null : row.waits_for,
      reference: givenId(row.reference),
    })),
    adjustments: adjustments.map(toCommission),
  };
}
