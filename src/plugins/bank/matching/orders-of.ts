import { isOpen, leftOf, type Order } from '../receivables/order.js';
import type { CandidateSource } from './candidate.js';
import type { Allocation, MatchSubject } from './rule.js';

/** Open orders that were found in one of these ways, in the currency of the transaction unless it says so. */
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

/** The only one of a list; null for none and for several. */
export function onlyOne<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

/** Whether the amount is what is left of the order, or near enough. */
export function isNearEnough({ available, tolerance }: MatchSubject, order: Order): boolean {
  return Math.abs(available - leftOf(order)) <= tolerance(order);
}

/** The whole amount for the order, which is paid with it: what it differs by is let off, or accepted on top. */
export function settling(order: Order, amount: number): Allocation {
  return { order, amount, tolerated: leftOf(order) - amount };
}
