import type { Order } from '../receivables/order.js';
import type { TransactionStatus } from '../transactions/states.js';
import type { Transaction } from '../transactions/transaction.js';
import type { Candidate } from './candidate.js';
import type { MatchSettings } from './settings.js';

/** Input of a rule. Orders include the effects of all earlier transactions. */
export interface MatchSubject {
  readonly transaction: Transaction;
  /** Unassigned minor units. */
  readonly available: number;
  readonly candidates: readonly Candidate[];
  /** Returns the minor units by which a payment may differ from the order's open amount. */
  tolerance(order: Order): number;
  readonly settings: MatchSettings;
  /** Earlier credits of the account that share a reference with a debit, whatever their amount and status. */
  readonly credits: readonly ReversibleCredit[];
}

/** A credit that a debit may reverse. */
export interface ReversibleCredit {
  readonly transaction: Transaction;
  /** Whether both share an end-to-end ID or bank reference, which are unique to the payment. */
  readonly isSure: boolean;
  /** Orders that it pays. */
  readonly orderIds: readonly string[];
  /** Debit that a rule took for the return of this whole payment; null if there is none, or several. */
  readonly takenBy: Transaction | null;
}

/** A part of a transaction assigned to an order. */
export interface Allocation {
  readonly order: Order;
  /** Minor units, more than 0. */
  readonly amount: number;
  /** Waived amount in minor units; negative for an accepted overpayment. */
  readonly tolerated: number;
}

/** Decision of a rule that applies to a transaction. */
export interface RuleHit {
  /** Orders that it pays; none if a user has to decide. */
  readonly allocations?: readonly Allocation[];
  /** ID of the reversed credit. */
  readonly reverses?: number;
  /**
   * Minor units of that credit that the debit reverses.
   * @default all that the bank has not taken back before
   */
  readonly returned?: number;
  /** ID of a later debit that reversed that credit before, and is decided again. */
  readonly displaces?: number;
  /** Codes of unusual circumstances. */
  readonly flags?: readonly string[];
}

/** A matching rule. */
export interface MatchRule {
  /** At most 32 characters; stored with each match. */
  readonly name: string;
  /** Confidence from 0 to 100. */
  readonly score: number;
  /** Resulting status of the transaction. */
  readonly outcome: Exclude<TransactionStatus, 'new'>;
  readonly direction: Transaction['direction'];
  /** Conditions of the rule, shown where users enable rules. */
  readonly needs: string;
  /** Returns null if the rule does not apply, so that the next one is tried. */
  decide(subject: MatchSubject): RuleHit | null;
}
