import { column, defineTable, type TableOf } from '../../../index.js';

/** Which part of a transaction pays which order. */
export const paymentsTable = defineTable(
  'bank_payments',
  {
    id: column.id(),
    transaction_id: column.integer(),
    /** As the provider of orders names it: the default one by the id of the receivable. */
    order_id: column.key(64),
    /** Minor units. */
    amount: column.bigint(),
    currency: column.key(3),
    /** The rule that found it, or `manual`. */
    rule: column.key(32),
    /** From 0 to 100. */
    score: column.integer(),
    /** Who matched it by hand; null for a rule. */
    matched_by: column.integer().nullable(),
    created_at: column.datetime(),
  },
  { unique: [['transaction_id', 'order_id']], indexes: [['order_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_payments: TableOf<typeof paymentsTable>;
  }
}
