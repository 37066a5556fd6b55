import { column, defineTable, type TableOf } from '../../../index.js';

/** Which part of a transaction pays which order. Payments that were undone stay, for who asks what happened. */
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
    /** What was let off with it, or accepted on top when below 0, since it was near enough. Minor units. */
    tolerated: column.bigint(),
    /** Whose order it is, and whose account paid it: by these a payer is known again. Empty where it is not known. */
    customer: column.key(64),
    iban: column.key(34),
    /** The rule that found it, or `manual`. */
    rule: column.key(32),
    /** From 0 to 100. */
    score: column.integer(),
    /** Who matched it by hand; null for a rule. */
    matched_by: column.integer().nullable(),
    created_at: column.datetime(),
    /** 0 while it counts; its own id when it was undone, so that the same may be paid again. */
    undone: column.integer(),
    /** Who undid it by hand; null for a rule. */
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
