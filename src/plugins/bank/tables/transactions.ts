import { column, defineTable, type TableOf } from '../../../index.js';

/** Movements of money, each once. Amounts are minor units of their currency, days `YYYY-MM-DD`; empty is not known. */
export const transactionsTable = defineTable(
  'bank_transactions',
  {
    id: column.id(),
    account_id: column.integer(),
    /** Null for what somebody uploaded; so is the run. */
    source_id: column.integer().nullable(),
    run_id: column.integer().nullable(),
    /** Name of the format that it was read from. */
    format: column.key(32),
    /** `credit` or `debit`. */
    direction: column.key(6),
    /** Never negative. */
    amount: column.bigint(),
    currency: column.key(3),
    /** What was paid before it was changed into the account's currency; null where nothing was. */
    original_amount: column.bigint().nullable(),
    original_currency: column.key(3),
    fx_rate: column.key(32),
    booked_on: column.key(10),
    value_on: column.key(10),
    /** `booked` or `pending`. */
    booking_status: column.key(8),
    counterparty_name: column.string(200),
    counterparty_iban: column.key(34),
    counterparty_account: column.key(64),
    counterparty_bank_code: column.key(35),
    counterparty_bic: column.key(11),
    variable_symbol: column.key(35),
    constant_symbol: column.key(35),
    specific_symbol: column.key(35),
    end_to_end_id: column.key(64),
    bank_reference: column.key(191),
    creditor_reference: column.key(35),
    remittance: column.text(),
    type_code: column.key(64),
    is_reversal: column.boolean(),
    /** What the bank kept of it. */
    charges: column.bigint(),
    /** `new`, `matched`, `partial`, `overpaid`, `unmatched`, `ignored`, `review`, `reversed` or `error`. */
    status: column.key(16),
    /** Of the amount, what is assigned to orders: the sum of its payments. */
    allocated: column.bigint(),
    /** Who matched, unmatched or ignored it last; null for a rule. Rules leave alone what people have decided. */
    decided_by: column.integer().nullable(),
    /** Why it has its status, for people: rules and candidates with their scores, flags. */
    findings: column.json(),
    /** The transaction that it may be another format's account of; 0 for none. */
    duplicate_of: column.integer(),
    /** The transaction that it takes back; 0 for none. */
    reverses_id: column.integer(),
    /** What it is known by within its account: bank.md B3. Never computed again. */
    dedup_key: column.key(80),
    dedup_version: column.integer(),
    /** What it is known by without its days, for pending ones that are booked later. */
    loose_key: column.key(64),
    /** Of all that the file said of it: whether the bank says more now. */
    raw_hash: column.key(64),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  {
    unique: [['account_id', 'dedup_key']],
    indexes: [
      ['status', 'id'],
      ['account_id', 'amount', 'booked_on'],
      ['account_id', 'loose_key'],
      ['booked_on', 'id'],
      ['variable_symbol'],
      ['end_to_end_id'],
      ['creditor_reference'],
      ['bank_reference'],
      ['counterparty_iban', 'id'],
      ['run_id'],
    ],
  },
);

declare module '../../../index.js' {
  interface Tables {
    bank_transactions: TableOf<typeof transactionsTable>;
  }
}
