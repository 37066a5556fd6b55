import { bool, type Selectable, type TableOf, utc } from '../../../index.js';
import type { Counterparty } from '../formats/statement.js';
import type { transactionsTable } from '../tables/transactions.js';
import { decodeFindings, type Findings } from './findings.js';
import type { TransactionStatus } from './states.js';

export type TransactionRow = Selectable<TableOf<typeof transactionsTable>>;

/** A movement of money on an account of the site. Amounts are minor units, days `YYYY-MM-DD`, and empty is not known. */
export interface Transaction {
  readonly id: number;
  readonly accountId: number;
  /** Null for what somebody uploaded; so is the run. */
  readonly sourceId: number | null;
  readonly runId: number | null;
  readonly direction: 'credit' | 'debit';
  /** Never negative. */
  readonly amount: number;
  readonly currency: string;
  /** What was paid before it was changed into the account's currency; null where nothing was. */
  readonly original: { readonly amount: number; readonly currency: string; readonly rate: string } | null;
  readonly bookedOn: string;
  readonly valueOn: string;
  readonly bookingStatus: 'booked' | 'pending';
  readonly counterparty: Counterparty;
  readonly variableSymbol: string;
  readonly constantSymbol: string;
  readonly specificSymbol: string;
  readonly endToEndId: string;
  readonly bankReference: string;
  readonly creditorReference: string;
  readonly remittance: string;
  readonly typeCode: string;
  readonly isReversal: boolean;
  readonly charges: number;
  readonly status: TransactionStatus;
  /** Of the amount, what is assigned to orders. */
  readonly allocated: number;
  /** Account of who decided about it; null for rules, and 0 for somebody at the terminal. */
  readonly decidedBy: number | null;
  readonly findings: Findings;
  /** The transaction that it may be another format's account of; 0 for none. */
  readonly duplicateOf: number;
  /** The transaction that it takes back; 0 for none. */
  readonly reversesId: number;
  readonly dedupKey: string;
  readonly dedupVersion: number;
  readonly rawHash: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    accountId: row.account_id,
    sourceId: row.source_id,
    runId: row.run_id,
    // What is written there was one of them.
    direction: row.direction as Transaction['direction'],
    amount: row.amount,
    currency: row.currency,
    original:
      row.original_amount === null
        ? null
        : { amount: row.original_amount, currency: row.original_currency, rate: row.fx_rate },
    bookedOn: row.booked_on,
    valueOn: row.value_on,
    bookingStatus: row.booking_status as Transaction['bookingStatus'],
    counterparty: {
      name: row.counterparty_name,
      iban: row.counterparty_iban,
      account: row.counterparty_account,
      bankCode: row.counterparty_bank_code,
      bic: row.counterparty_bic,
    },
    variableSymbol: row.variable_symbol,
    constantSymbol: row.constant_symbol,
    specificSymbol: row.specific_symbol,
    endToEndId: row.end_to_end_id,
    bankReference: row.bank_reference,
    creditorReference: row.creditor_reference,
    remittance: row.remittance,
    typeCode: row.type_code,
    isReversal: bool.decode(row.is_reversal),
    charges: row.charges,
    status: row.status as TransactionStatus,
    allocated: row.allocated,
    decidedBy: row.decided_by,
    findings: decodeFindings(row.findings),
    duplicateOf: row.duplicate_of,
    reversesId: row.reverses_id,
    dedupKey: row.dedup_key,
    dedupVersion: row.dedup_version,
    rawHash: row.raw_hash,
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  };
}

/** What no order has, in minor units. */
export function unallocatedOf({ amount, allocated }: Pick<Transaction, 'amount' | 'allocated'>): number {
  return amount - allocated;
}
