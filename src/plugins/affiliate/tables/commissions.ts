import { column, defineTable, type TableOf } from '../../../database.js';

/** Ledger of affiliates' commissions. Rows are never deleted; `original_amount` and `base_amount` never change. */
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
    /** Minor units owed now; negative for a refund. A fully refunded commission shows its original amount again. */
    amount: column.bigint(),
    /** Minor units as earned. Partial amounts are computed from it, so that rounding errors do not add up. */
    original_amount: column.bigint(),
    /** Minor units that the rate was applied to. */
    base_amount: column.bigint(),
    /** Refunded part of the base, or of the amount itself if there is no base. */
    refunded_amount: column.bigint(),
    currency: column.key(3),
    /** `percentage` or `flat`; empty for a refund. */
    rate_type: column.key(16),
    /** Basis points, or minor units. */
    rate: column.bigint(),
    /** Rule that set the rate. */
    rate_rule: column.key(32),
    origin: column.key(16),
    reference: column.key(191),
    form_id: column.key(64),
    click_id: column.key(26),
    campaign: column.key(64),
    /** Commission that this row is a share or a refund of; 0 for none. */
    parent_id: column.integer(),
    /** Payout that contains or paid it; 0 for none. */
    payout_id: column.integer(),
    flags: column.json(),
    /** Whether `flags` is not empty. */
    is_flagged: column.boolean(),
    reject_reason: column.key(64),
    note: column.text(),
    description: column.string(500),
    customer_email: column.key(254),
    /** Earliest time of automatic approval. */
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
      ['status', 'created_at'],
      ['affiliate_id', 'created_at'],
      ['customer_email'],
    ],
  },
);

/** Refunds, one row each. They make repeats idempotent and explain the ledger rows. */
export const refundsTable = defineTable(
  'affiliate_refunds',
  {
    id: column.id(),
    commission_id: column.integer(),
    /** Caller's own id, or a generated one starting with `~`. */
    reference: column.key(191),
    /** Minor units of the base. */
    base_amount: column.bigint(),
    /** Reduction of the commission in minor units; 0 while it waits. */
    amount: column.bigint(),
    /** Payout after which it is applied; 0 once it is applied. */
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
