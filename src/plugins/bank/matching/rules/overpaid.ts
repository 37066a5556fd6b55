import { leftOf } from '../../receivables/order.js';
import { onlyOne, openOrders } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** More than the open amount: the order is paid, and a user decides about the rest. */
export const overpaid: MatchRule = {
  name: 'reference_overpaid',
  score: 100,
  outcome: 'overpaid',
  direction: 'credit',
  needs: 'Exact reference of one order, same currency, more than the amount due, and no other order in the text.',
  decide(subject) {
    const order = onlyOne(openOrders(subject, ['reference']));
    if (!order || openOrders(subject, ['digits', 'text'], 'any').length > 0) return null;
    const left = leftOf(order);
    if (subject.available <= left + subject.tolerance(order)) return null;
    return { allocations: [{ order, amount: left, tolerated: 0 }] };
  },
};
