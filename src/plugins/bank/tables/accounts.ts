import { column, defineTable, type TableOf } from '../../../database.js';

/** Bank accounts of the site. */
export const accountsTable = defineTable(
  'bank_accounts',
  {
    id: column.id(),
    /** Unique key: the IBAN, else bank code and number. */
    account_key: column.key(128),
    /** Upper case without spaces; empty if unknown. */
    iban: column.key(34),
    number: column.key(64),
    bank_code: column.key(35),
    bic: column.key(11),
    name: column.string(200),
    currency: column.key(3),
    created_at: column.datetime(),
  },
  { unique: [['account_key']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_accounts: TableOf<typeof accountsTable>;
  }
}
