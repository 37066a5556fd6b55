import { standingOf, type Transaction } from '../transactions/transaction.js';
import { isReturn, mayBeFee } from './return-signs.js';
import type { ReversibleCredit } from './rule.js';
import { inOrder } from './undecided.js';

/** Reason a user has to decide about a debit that reverses something; also the flag of the transaction. */
export type ReversalDoubt =
  /** Several payments fit. */
  | 'ambiguous_reversal'
  /** Its payment is known, and the difference is not explained by fees or a partial return. */
  | 'return_amount_differs'
  /** The payment was reversed before. */
  | 'already_reversed'
  /** Its payment is not known yet. */
  | 'payment_missing';

/** A certain reversal, or the reason it is not certain. */
export type Reversal =
  | {
      readonly credit: ReversibleCredit;
      /** Reversed minor units, without fees. */
      readonly amount: number;
      /** ID of a later debit that was taken for the return of the credit; 0 for none. */
      readonly displaces: number;
    }
  | { readonly doubt: ReversalDoubt };

/**
 * Decides which payment a debit reverses, and how much of it.
 *
 * A full return has the amount of the payment, possibly plus the charges that the bank named. A partial return is less
 * and must be marked as a return by the bank, because a refund by the site may have the same reference.
 *
 * A return that arrives late takes its payment from a return that was booked later, which is decided again. So the order
 * of arrival makes no difference if a payment is tried again under the same reference.
 * @param credits that share a reference with the debit
 * @returns null for a debit that reverses nothing
 */
export function reversalOf(debit: Transaction, credits: readonly ReversibleCredit[]): Reversal | null {
  const isMarked = isReturn(debit);
  const principal = debit.amount - debit.charges;
  const active = credits.filter(({ transaction }) => isStanding(transaction));
  for (const amount of new Set([principal, debit.amount])) {
    const equal = active.filter(({ transaction }) => standingOf(transaction) === amount);
    const sure = equal.filter(({ isSure }) => isSure);
    const fitting = sure.length > 0 ? sure : equal;
    if (fitting.length > 0) return oneOf(fitting, amount);
  }
  const displaced = credits.filter((credit) => isTakenByLater(credit, debit, [principal, debit.amount]));
  if (displaced.length > 0) return oneOf(displaced, 0);
  const sure = active.filter(({ isSure }) => isSure);
  const larger = sure.filter(({ transaction }) => standingOf(transaction) > principal);
  if (isMarked && principal > 0 && larger.length > 0 && !mayBeFee(debit)) {
    // The share of each order is unknown if the payment was split.
    if (larger.every(({ orderIds }) => orderIds.length < 2)) return oneOf(larger, principal);
  }
  if (sure.length > 0 || (isMarked && active.length > 0)) return { doubt: 'return_amount_differs' };
  if (!isMarked) return null;
  if (!credits.some(({ isSure }) => isSure)) return { doubt: 'payment_missing' };
  return mayBeFee(debit) ? null : { doubt: 'already_reversed' };
}

function isStanding(transaction: Transaction): boolean {
  return transaction.status !== 'reversed' && standingOf(transaction) > 0;
}

/** Takes the latest of several payments if it makes no difference which one is reversed. */
function oneOf(credits: readonly ReversibleCredit[], amount: number): Reversal {
  const [first, ...others] = credits.toSorted((one, other) => later(one.transaction, other.transaction));
  if (!first || others.some((other) => !isAlike(first, other))) return { doubt: 'ambiguous_reversal' };
  const credit = [first, ...others].find(({ orderIds }) => orderIds.length > 0) ?? first;
  return { credit, amount, displaces: credit.transaction.status === 'reversed' ? (credit.takenBy?.id ?? 0) : 0 };
}

/** Whether a payment of one of these amounts was reversed as a whole by a debit that was booked after this one. */
function isTakenByLater(
  { transaction, takenBy }: ReversibleCredit,
  debit: Transaction,
  amounts: readonly number[],
): boolean {
  return takenBy !== null && inOrder(debit, takenBy) < 0 && amounts.includes(transaction.amount);
}

function later(one: Transaction, other: Transaction): number {
  if (one.bookedOn !== other.bookedOn) return one.bookedOn < other.bookedOn ? 1 : -1;
  return other.id - one.id;
}

/** Whether two payments pay the same order, or are equal in everything that matching looks at. */
function isAlike(one: ReversibleCredit, other: ReversibleCredit): boolean {
  const orders = ({ orderIds }: ReversibleCredit): string => orderIds.toSorted().join(' ');
  if (one.orderIds.length > 0 && orders(one) === orders(other)) return true;
  return contentOf(one.transaction) === contentOf(other.transaction);
}

function contentOf(transaction: Transaction): string {
  const { amount, counterparty, variableSymbol, creditorReference, endToEndId, remittance } = transaction;
  return JSON.stringify([amount, counterparty.iban, variableSymbol, creditorReference, endToEndId, remittance]);
}
