import { column, defineTable, type TableOf } from '../../../database.js';

/** Payouts, which are batches of payments. */
export const payoutsTable = defineTable(
  'affiliate_payouts',
  {
    id: column.id(),
    /** `draft`, `processing`, `completed`, `failed` or `cancelled`. */
    status: column.key(16),
    method: column.key(32),
    currency: column.key(3),
    /** Minor units of all payments. */
    amount: column.bigint(),
    payments: column.integer(),
    commissions: column.integer(),
    /** Null if created by a command. */
    created_by: column.integer().nullable(),
    /** Reason for a failure or cancellation. */
    note: column.text(),
    created_at: column.datetime(),
    started_at: column.datetime().nullable(),
    ended_at: column.datetime().nullable(),
    updated_at: column.datetime(),
  },
  { indexes: [['status', 'id']] },
);

/** Payment of a payout to one affiliate, with a copy of the payment details at that time. */
export const paymentsTable = defineTable(
  'affiliate_payments',
  {
    id: column.id(),
    payout_id: column.integer(),
    affiliate_id: column.integer(),
    /** Minor units, less refunds. */
    amount: column.bigint(),
    currency: column.key(3),
    commissions: column.integer(),
    code: column.key(32),
    name: column.string(200),
    payment_email: column.string(254),
    /** Sealed copy; empty for none. Null in rows older than the column. */
    payment_details: column.text().nullable(),
    method: column.key(32),
  },
  { unique: [['payout_id', 'affiliate_id']], indexes: [['affiliate_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_payouts: TableOf<typeof payoutsTable>;
    affiliate_payments: TableOf<typeof paymentsTable>;
  }
}
