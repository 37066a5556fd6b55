import { column, defineTable, type TableOf } from '../../../database.js';

/** Movements, each stored once. Amounts are minor units, days are `YYYY-MM-DD`, empty values are unknown. */
export const transactionsTable = defineTable(
  'bank_transactions',
  {
    id: column.id(),
    account_id: column.integer(),
    /** Null for uploads. Same for `run_id`. */
    source_id: column.integer().nullable(),
    run_id: column.integer().nullable(),
    /** Name of the format it was read from. */
    format: column.key(32),
    /** `credit` or `debit`. */
    direction: column.key(6),
    /** Never negative. */
    amount: column.bigint(),
    currency: column.key(3),
    /** Amount before conversion into the account's currency; null if nothing was converted. */
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
    /** Charges deducted by the bank. */
    charges: column.bigint(),
    /** `new`, `matched`, `partial`, `overpaid`, `unmatched`, `ignored`, `review`, `reversed` or `error`. */
    status: column.key(16),
    /** Amount assigned to orders: the sum of its payments. */
    allocated: column.bigint(),
    /** Amount that the bank took back, less than `amount` unless it is reversed. */
    returned: column.bigint().default(0),
    /**
     * ID of the user who last matched, unmatched or ignored it; null for a rule. Rules never change manual decisions.
     */
    decided_by: column.integer().nullable(),
    /** Reasons for its status, for reviewers: rule, flags, and candidates with their scores. */
    findings: column.json(),
    /** ID of the transaction that this may duplicate, from another format; 0 for none. */
    duplicate_of: column.integer(),
    /** ID of the transaction that this reverses; 0 for none. */
    reverses_id: column.integer(),
    /** Unique key within its account. Never recomputed. */
    dedup_key: column.key(80),
    dedup_version: column.integer(),
    /** Key without the days, for pending entries that are booked later. */
    loose_key: column.key(64),
    /** Digest of all values in the file, to detect whether the bank has changed any. */
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
      ['status', 'booked_on'],
      ['status', 'booked_on', 'direction', 'id'],
      ['account_id', 'booked_on'],
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
