import { column, defineTable, type TableOf } from '../../../index.js';

/** The ledger: what affiliates are owed. Rows are never deleted, and `original_amount` and `base_amount` never change. */
export const commissionsTable = defineTable(
  'affiliate_commissions',
  {
    id: column.id(),
    affiliate_id: column.integer(),
    conversion_id: column.integer(),
    /** `sale`, `custom_form`, `subpartner` or `refund`. */
    type: column.key(16),
    /** `pending`, `approved`, `paid`, `rejected` or `refunded`. */
    status: column.key(16),
    /** Minor units, what is owed now; below 0 for a refund. One that is refunded in full has the original amount again. */
    amount: column.bigint(),
    /** Minor units as it was earned: what parts of it are computed from, so that they never drift. */
    original_amount: column.bigint(),
    /** Minor units that the rate was of. */
    base_amount: column.bigint(),
    /** How much of the base was given back to the customer; of the amount itself where there is no base. */
    refunded_amount: column.bigint(),
    currency: column.key(3),
    /** `percentage` or `flat`; empty for a refund. */
    rate_type: column.key(16),
    /** Basis points, or minor units. */
    rate: column.bigint(),
    /** The rule that the rate comes from. */
    rate_rule: column.key(32),
    origin: column.key(16),
    reference: column.key(191),
    form_id: column.key(64),
    click_id: column.key(26),
    campaign: column.key(64),
    /** The commission that this one is the sub-partner's share or the refund of; 0 for none. */
    parent_id: column.integer(),
    /** The payout that it is in or was paid by; 0 for none. */
    payout_id: column.integer(),
    flags: column.json(),
    /** Whether there are any flags. */
    is_flagged: column.boolean(),
    reject_reason: column.key(64),
    note: column.text(),
    description: column.string(500),
    customer_email: column.key(254),
    /** Not approved by itself before. */
    hold_until: column.datetime(),
    created_at: column.datetime(),
    approved_at: column.datetime().nullable(),
    paid_at: column.datetime().nullable(),
    rejected_at: column.datetime().nullable(),
    refunded_at: column.datetime().nullable(),
    updated_at: column.datetime(),
  },
  {
    unique: [['origin', 'reference', 'affiliate_id', 'type', 'parent_id']],
    indexes: [
      ['affiliate_id', 'status', 'payout_id'],
      ['status', 'payout_id', 'affiliate_id'],
      ['status', 'is_flagged', 'hold_until'],
      ['payout_id'],
      ['parent_id'],
      ['conversion_id'],
      ['created_at'],
      ['customer_email'],
    ],
  },
);

/** Each refund by itself: what a repeat is known by, and what the rows of the ledger are explained by. */
export const refundsTable = defineTable(
  'affiliate_refunds',
  {
    id: column.id(),
    commission_id: column.integer(),
    /** The caller's own id of it; one of ours, beginning with `~`, for who gave none. */
    reference: column.key(191),
    /** Minor units of the base. */
    base_amount: column.bigint(),
    /** Minor units by which the commission became less; 0 while it waits. */
    amount: column.bigint(),
    /** The payout at whose end it is carried out; 0 for what is carried out. */
    waits_for: column.integer().default(0),
    created_at: column.datetime(),
  },
  { unique: [['commission_id', 'reference']], indexes: [['waits_for']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_commissions: TableOf<typeof commissionsTable>;
    affiliate_refunds: TableOf<typeof refundsTable>;
  }
}
