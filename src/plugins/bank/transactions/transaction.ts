import { bool, type Selectable, type TableOf, utc } from '../../../database.js';
import type { Counterparty } from '../formats/statement.js';
import type { transactionsTable } from '../tables/transactions.js';
import { decodeFindings, type Findings } from './findings.js';
import type { TransactionStatus } from './states.js';

export type TransactionRow = Selectable<TableOf<typeof transactionsTable>>;

/** A movement on an account of the site. Amounts are minor units, days are `YYYY-MM-DD`, empty values are unknown. */
export interface Transaction {
  readonly id: number;
  readonly accountId: number;
  /** Null for uploads. Same for `runId`. */
  readonly sourceId: number | null;
  readonly runId: number | null;
  readonly direction: 'credit' | 'debit';
  /** Never negative. */
  readonly amount: number;
  readonly currency: string;
  /** Amount before conversion into the account's currency; null if nothing was converted. */
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
  /** Part of the amount assigned to orders. */
  readonly allocated: number;
  /** Part of the amount that the bank took back. */
  readonly returned: number;
  /** ID of the user who decided; null for rules, 0 for the command line. */
  readonly decidedBy: number | null;
  readonly findings: Findings;
  /** ID of the transaction that this may duplicate, from another format; 0 for none. */
  readonly duplicateOf: number;
  /** ID of the transaction that this reverses; 0 for none. */
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
    // Only valid values are written.
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
    returned: row.returned,
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

/** Returns the amount that the bank has not reversed, in minor units. */
export function standingOf({ amount, returned }: Pick<Transaction, 'amount' | 'returned'>): number {
  return amount - returned;
}

/** Returns the unassigned amount in minor units. */
export function unallocatedOf(transaction: Pick<Transaction, 'amount' | 'allocated' | 'returned'>): number {
  return standingOf(transaction) - transaction.allocated;
}
