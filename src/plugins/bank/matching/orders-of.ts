import { isOpen, leftOf, type Order } from '../receivables/order.js';
import type { CandidateSource } from './candidate.js';
import type { Allocation, MatchSubject } from './rule.js';

/**
 * Returns the open candidate orders from these sources.
 * Only in the transaction's currency, unless `any` is given.
 */
export function openOrders(
  { candidates, transaction }: MatchSubject,
  sources: readonly CandidateSource[],
  currency: 'any' | 'same' = 'same',
): readonly Order[] {
  return candidates
    .filter(({ order, by }) => sources.includes(by) && isOpen(order))
    .map(({ order }) => order)
    .filter((order) => currency === 'any' || order.currency === transaction.currency);
}

/** Returns the only item of a list; null for none or several. */
export function onlyOne<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

/** Whether the amount equals the open amount of the order within the tolerance. */
export function isNearEnough({ available, tolerance }: MatchSubject, order: Order): boolean {
  return Math.abs(available - leftOf(order)) <= tolerance(order);
}

/** Settles the order with the whole amount. The difference is waived, or accepted as an overpayment. */
export function settling(order: Order, amount: number): Allocation {
  return { order, amount, tolerated: leftOf(order) - amount };
}
