import { column, defineTable, type TableOf } from '../../../index.js';

/** What people owe the site, where no shop of its own says so. Amounts are minor units. */
export const receivablesTable = defineTable(
  'bank_receivables',
  {
    id: column.id(),
    /** What payers write: a variable symbol, an RF or QRR reference, the number of an invoice. */
    reference: column.key(64),
    /** What it is found by: letters and digits alone, upper case, a number without leading zeros. */
    reference_key: column.key(64),
    /** The digits of the reference, where they are enough to be looked for in texts; empty otherwise. */
    reference_digits: column.key(64),
    amount_due: column.bigint(),
    /** The sum of its payments. */
    amount_paid: column.bigint(),
    /** What was let off, or accepted on top when below 0, for payments that were near enough. */
    amount_tolerated: column.bigint(),
    /** What is left to be paid while it is open; 0 otherwise. */
    amount_left: column.bigint(),
    currency: column.key(3),
    /** Who owes it, as the shop names them; empty where it is not known. */
    customer: column.key(64),
    /** Of who owes it; empty where it is not known. */
    iban: column.key(34),
    /** Null for no day. */
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
