import { amountText, majorUnits } from '../../../money.js';
import type { FoundCandidate } from './findings.js';
import type { Match } from './match.js';
import type { TransactionStatus } from './states.js';
import { type Transaction, unallocatedOf } from './transaction.js';

/** An order that a transaction pays, as returned by REST. */
export interface MatchRecord {
  readonly order_id: string;
  /** Major units. */
  readonly amount: number;
  readonly amount_minor: number;
  /** Name of the rule, or `manual`. */
  readonly rule: string;
  readonly score: number;
  /** ID of the user who matched it; null for a rule. */
  readonly by: number | null;
  readonly at: string;
}

/** A transaction as returned by REST and passed to actions (bank.md B3). Empty texts are unknown. */
export interface TransactionRecord {
  readonly id: number;
  readonly account_id: number;
  readonly source_id: number | null;
  readonly run_id: number | null;
  readonly direction: 'credit' | 'debit';
  /** Major units; `amount_minor` is the exact amount. */
  readonly amount: number;
  readonly amount_minor: number;
  /** Formatted with all decimals. */
  readonly amount_text: string;
  readonly currency: string;
  readonly original_amount: number | null;
  readonly original_currency: string | null;
  readonly fx_rate: string | null;
  readonly booked_on: string;
  readonly value_on: string;
  readonly booking_status: 'booked' | 'pending';
  readonly counterparty: {
    readonly name: string;
    readonly iban: string;
    readonly account: string;
    readonly bank_code: string;
    readonly bic: string;
  };
  readonly variable_symbol: string;
  readonly constant_symbol: string;
  readonly specific_symbol: string;
  readonly end_to_end_id: string;
  readonly bank_reference: string;
  readonly creditor_reference: string;
  readonly remittance: string;
  readonly type_code: string;
  readonly is_reversal: boolean;
  readonly charges: number;
  readonly status: TransactionStatus;
  readonly allocated: number;
  readonly allocated_minor: number;
  readonly unallocated: number;
  readonly unallocated_minor: number;
  readonly matches: readonly MatchRecord[];
  /** Reasons for its status: rule, confidence, unusual circumstances and candidate orders. */
  readonly rule: string | null;
  readonly score: number;
  readonly flags: readonly string[];
  readonly candidates: readonly FoundCandidate[];
  readonly decided_by: number | null;
  readonly duplicate_of: number | null;
  readonly reverses_id: number | null;
  readonly dedup_key: string;
  readonly dedup_version: number;
  readonly raw_hash: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * Converts a transaction.
 * @param matches its payments
 */
export function transactionRecord(transaction: Transaction, matches: readonly Match[]): TransactionRecord {
  const { currency, original, counterparty, findings } = transaction;
  const unallocated = unallocatedOf(transaction);
  return {
    id: transaction.id,
    account_id: transaction.accountId,
    source_id: transaction.sourceId,
    run_id: transaction.runId,
    direction: transaction.direction,
    amount: majorUnits(transaction.amount, currency),
    amount_minor: transaction.amount,
    amount_text: amountText(transaction.amount, currency),
    currency,
    original_amount: original ? majorUnits(original.amount, original.currency) : null,
    original_currency: original?.currency ?? null,
    fx_rate: original?.rate ?? null,
    booked_on: transaction.bookedOn,
    value_on: transaction.valueOn,
    booking_status: transaction.bookingStatus,
    counterparty: {
      name: counterparty.name,
      iban: counterparty.iban,
      account: counterparty.account,
      bank_code: counterparty.bankCode,
      bic: counterparty.bic,
    },
    variable_symbol: transaction.variableSymbol,
    constant_symbol: transaction.constantSymbol,
    specific_symbol: transaction.specificSymbol,
    end_to_end_id: transaction.endToEndId,
    bank_reference: transaction.bankReference,
    creditor_reference: transaction.creditorReference,
    remittance: transaction.remittance,
    type_code: transaction.typeCode,
    is_reversal: transaction.isReversal,
    charges: majorUnits(transaction.charges, currency),
    status: transaction.status,
    allocated: majorUnits(transaction.allocated, currency),
    allocated_minor: transaction.allocated,
    unallocated: majorUnits(unallocated, currency),
    unallocated_minor: unallocated,
    matches: matches.map(matchRecord),
    rule: findings.rule,
    score: findings.score,
    flags: findings.flags,
    candidates: findings.candidates,
    decided_by: transaction.decidedBy,
    duplicate_of: transaction.duplicateOf === 0 ? null : transaction.duplicateOf,
    reverses_id: transaction.reversesId === 0 ? null : transaction.reversesId,
    dedup_key: transaction.dedupKey,
    dedup_version: transaction.dedupVersion,
    raw_hash: transaction.rawHash,
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
  };
}

function matchRecord({ orderId, amount, currency, rule, score, by, at }: Match): MatchRecord {
  return {
    order_id: orderId,
    amount: majorUnits(amount, currency),
    amount_minor: amount,
    rule,
    score,
    by,
    at: at.toISOString(),
  };
}
