import { bool, type Database, json, utc } from '../../../database.js';
import { type Commission, type CommissionStatus, type CommissionType, toCommission } from './commission.js';
import { commissionNotFound } from './errors.js';

/** New row of the ledger. */
export type NewCommission = Omit<
  Commission,
  'id' | 'refundedAmount' | 'originalAmount' | 'payoutId' | 'rejectReason' | 'note' | 'reference' | Moments
> & { readonly reference: string };

type Moments = 'approvedAt' | 'paidAt' | 'rejectedAt' | 'refundedAt' | 'updatedAt';

/** Columns that a step changes. */
export interface CommissionChanges {
  readonly status?: CommissionStatus;
  readonly amount?: number;
  readonly refunded_amount?: number;
  readonly reject_reason?: string;
  readonly note?: string;
  readonly approved_at?: string | null;
  readonly paid_at?: string | null;
  readonly rejected_at?: string | null;
  readonly refunded_at?: string | null;
}

/** Rows of the ledger, read and written by single steps of a transaction. */
export interface CommissionRows {
  find(id: number): Promise<Commission | null>;
  /** Locks a row until the transaction ends. @throws HostError 404 `vendor_affiliate_not_found` */
  lock(id: number): Promise<Commission>;
  /** Locks the rows made from a commission. */
  lockOf(parentId: number, type: CommissionType): Promise<Commission[]>;
  add(commission: NewCommission): Promise<Commission>;
  addAll(commissions: readonly NewCommission[]): Promise<Commission[]>;
  /** Changes a locked row that is unchanged since it was read. */
  change(before: Commission, changes: CommissionChanges, now: Date): Promise<Commission>;
}

export function createCommissionRows(db: Database): CommissionRows {
  async function find(id: number): Promise<Commission | null> {
    const row = await db.query.selectFrom('affiliate_commissions').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toCommission(row) : null;
  }

  async function lock(id: number): Promise<Commission> {
    const row = await db.query
      .selectFrom('affiliate_commissions')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw commissionNotFound(id);
    return toCommission(row);
  }

  return {
    find,
    lock,
    async lockOf(parentId, type) {
      const rows = await db.query
        .selectFrom('affiliate_commissions')
        .selectAll()
        .where('parent_id', '=', parentId)
        .where('type', '=', type)
        .orderBy('id')
        .forUpdate()
        .execute();
      return rows.map(toCommission);
    },
    async add(commission) {
      const row = rowOf(commission);
      return toCommission({ ...row, id: await db.insert('affiliate_commissions', row) });
    },
    async addAll(commissions) {
      return (await db.insertMany('affiliate_commissions', commissions.map(rowOf))).map(toCommission);
    },
    async change(before, changes, now) {
      const { numUpdatedRows } = await db.query
        .updateTable('affiliate_commissions')
        .set({ ...changes, updated_at: utc.encode(now) })
        .where('id', '=', before.id)
        .where('status', '=', before.status)
        .where('amount', '=', before.amount)
        .where('refunded_amount', '=', before.refundedAmount)
        .where('payout_id', '=', before.payoutId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n)
        throw new Error(`Another user changed commission ${before.id}. Reload it and try again.`);
      return lock(before.id);
    },
  };
}

function rowOf(commission: NewCommission) {
  const at = utc.encode(commission.createdAt);
  return {
    affiliate_id: commission.affiliateId,
    conversion_id: commission.conversionId,
    type: commission.type,
    status: commission.status,
    amount: commission.amount,
    original_amount: commission.amount,
    base_amount: commission.baseAmount,
    refunded_amount: 0,
    currency: commission.currency,
    rate_type: commission.rateType ?? '',
    rate: commission.rate,
    rate_rule: commission.rateRule,
    origin: commission.origin,
    reference: commission.reference,
    form_id: commission.formId,
    click_id: commission.clickId,
    campaign: commission.campaign,
    parent_id: commission.parentId,
    payout_id: 0,
    flags: json.encode(commission.flags),
    is_flagged: bool.encode(commission.flags.length > 0),
    reject_reason: '',
    note: '',
    description: commission.description,
    customer_email: commission.customerEmail,
    hold_until: utc.encode(commission.holdUntil),
    created_at: at,
    approved_at: commission.status === 'approved' ? at : null,
    paid_at: null,
    rejected_at: null,
    refunded_at: null,
    updated_at: at,
  };
}
