import { column, defineTable, type TableOf } from '../../../database.js';

/** Parts of transactions assigned to orders. Undone payments are kept as a record. */
export const paymentsTable = defineTable(
  'bank_payments',
  {
    id: column.id(),
    transaction_id: column.integer(),
    /** Order ID of the order provider; by default the ID of the receivable. */
    order_id: column.key(64),
    /** Minor units. */
    amount: column.bigint(),
    currency: column.key(3),
    /** Amount waived within the tolerance; negative for an accepted overpayment. Minor units. */
    tolerated: column.bigint(),
    /** Customer of the order and account of the payer, for recognizing the payer later. Empty if unknown. */
    customer: column.key(64),
    iban: column.key(34),
    /** Name of the rule, or `manual`. */
    rule: column.key(32),
    /** 0 to 100. */
    score: column.integer(),
    /** ID of the user who matched it; null for a rule. */
    matched_by: column.integer().nullable(),
    created_at: column.datetime(),
    /** 0 while valid; its own ID once undone, so that the unique index allows the same payment again. */
    undone: column.integer(),
    /** ID of the user who undid it; null for a rule. */
    undone_by: column.integer().nullable(),
    undone_at: column.datetime().nullable(),
  },
  { unique: [['transaction_id', 'order_id', 'undone']], indexes: [['order_id'], ['iban', 'undone', 'customer']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_payments: TableOf<typeof paymentsTable>;
  }
}
