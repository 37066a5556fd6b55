import { type Database, utc } from '../../../index.js';
import { type Commission, OWN_REFERENCE, toCommission } from './commission.js';

/** What was given back of a commission, in minor units. */
export interface PastRefund {
  readonly at: Date;
  /** Of the base. */
  readonly baseAmount: number;
  /** By which the commission became less; 0 while it waits. */
  readonly amount: number;
  /** The payout at whose end it is carried out; null for what is carried out. */
  readonly waitsFor: number | null;
  /** Null for who gave none. */
  readonly reference: string | null;
}

/** What belongs to a commission. */
export interface CommissionRelations {
  /** The first one first. */
  readonly refunds: readonly PastRefund[];
  /** Rows that were made of it: shares, and those that take back what was paid. */
  readonly made: readonly Commission[];
}

export async function relationsOf(db: Database, id: number): Promise<CommissionRelations> {
  const [refunds, made] = await Promise.all([
    db.query.selectFrom('affiliate_refunds').selectAll().where('commission_id', '=', id).orderBy('id').execute(),
    db.query.selectFrom('affiliate_commissions').selectAll().where('parent_id', '=', id).orderBy('id').execute(),
  ]);
  return {
    refunds: refunds.map((row) => ({
      at: utc.decode(row.created_at),
      baseAmount: row.base_amount,
      amount: row.amount,
      waitsFor: row.waits_for === 0 ? null : row.waits_for,
      reference: row.reference.startsWith(OWN_REFERENCE) ? null : row.reference,
    })),
    made: made.map(toCommission),
  };
}
