import { column, defineTable, type TableOf } from '../../../index.js';

/** What people owe the site, where no shop of its own says so. Amounts are minor units. */
export const receivablesTable = defineTable(
  'bank_receivables',
  {
    id: column.id(),
    /** What payers write: a variable symbol, an RF or QRR reference, the number of an invoice. */
    reference: column.key(64),
    amount_due: column.bigint(),
    amount_paid: column.bigint(),
    currency: column.key(3),
    /** Of who owes it; empty where it is not known. */
    iban: column.key(34),
    /** Null for no day. */
    due_on: column.key(10).nullable(),
    /** `open`, `partial`, `paid`, `overpaid` or `cancelled`. */
    status: column.key(16),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['reference']], indexes: [['status', 'id'], ['iban', 'status'], ['due_on']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_receivables: TableOf<typeof receivablesTable>;
  }
}
