import type { Order } from '../receivables/order.js';
import type { TransactionStatus } from '../transactions/states.js';
import type { Transaction } from '../transactions/transaction.js';
import type { Candidate } from './candidate.js';
import type { MatchSettings } from './settings.js';

/** What a rule looks at. Orders are as they are after all transactions before this one. */
export interface MatchSubject {
  readonly transaction: Transaction;
  /** Minor units that no order has yet. */
  readonly available: number;
  readonly candidates: readonly Candidate[];
  /** Minor units by which a payment may differ from what is left of an order. */
  tolerance(order: Order): number;
  readonly settings: MatchSettings;
  /** Credits with payments that a debit may take back, of the same account and amount. */
  readonly credits: readonly ReversibleCredit[];
}

/** A credit whose money may be gone again. */
export interface ReversibleCredit {
  readonly transaction: Transaction;
  /** Whether both have a reference that the bank or the payer gave to this payment alone. */
  readonly isSure: boolean;
}

/** A part of a transaction for an order. */
export interface Allocation {
  readonly order: Order;
  /** Minor units, more than 0. */
  readonly amount: number;
  /** What is let off with it; below 0 for what is accepted on top. */
  readonly tolerated: number;
}

/** What a rule says of a transaction that it knows what to do with. */
export interface RuleHit {
  /** The orders that it pays; none for what is left to people. */
  readonly allocations?: readonly Allocation[];
  /** The id of the credit that it takes back. */
  readonly reverses?: number;
  /** Words for what is out of the ordinary. */
  readonly flags?: readonly string[];
}

/** A row of the table of rules. */
export interface MatchRule {
  /** A word, 32 characters at most: stored with what it matches. */
  readonly name: string;
  /** From 0 to 100: how sure it is. */
  readonly score: number;
  /** What becomes of the transaction. */
  readonly outcome: Exclude<TransactionStatus, 'new'>;
  readonly direction: Transaction['direction'];
  /** What it goes by, for people who choose which rules are used. */
  readonly needs: string;
  /** @returns null for what it does not know about, so that the next rule is asked */
  decide(subject: MatchSubject): RuleHit | null;
}
