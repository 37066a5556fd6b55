import { column, defineTable, type TableOf } from '../../../database.js';

/** Amounts owed to the site, for sites without a shop's own orders. Amounts are minor units. */
export const receivablesTable = defineTable(
  'bank_receivables',
  {
    id: column.id(),
    /** Reference that payers use: a variable symbol, an RF or QRR reference, or the invoice number. */
    reference: column.key(64),
    /** Normalized reference: upper-case letters and digits, a number without leading zeros. */
    reference_key: column.key(64),
    /** Digits of the reference if there are enough to search for in texts; empty otherwise. */
    reference_digits: column.key(64),
    amount_due: column.bigint(),
    /** Sum of its payments. */
    amount_paid: column.bigint(),
    /** Sum waived within the tolerance; negative for accepted overpayments. */
    amount_tolerated: column.bigint(),
    /** Open amount while it is open; 0 otherwise. */
    amount_left: column.bigint(),
    currency: column.key(3),
    /** The shop's customer ID; empty if unknown. */
    customer: column.key(64),
    /** IBAN of the debtor; empty if unknown. */
    iban: column.key(34),
    /** Null for none. */
    due_on: column.key(10).nullable(),
    /** `open`, `partial`, `paid`, `overpaid` or `cancelled`. */
    status: column.key(16),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  {
    unique: [['reference_key']],
    indexes: [
      ['reference_digits'],
      ['status', 'id'],
      ['customer', 'status'],
      ['iban', 'status'],
      ['amount_left', 'currency'],
      ['due_on'],
    ],
  },
);

declare module '../../../index.js' {
  interface Tables {
    bank_receivables: TableOf<typeof receivablesTable>;
  }
}
