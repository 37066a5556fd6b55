import { leftOf } from '../../receivables/order.js';
import { onlyOne, openOrders } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** Less than the open amount: the order stays open for further payments. */
export const partial: MatchRule = {
  name: 'reference_partial',
  score: 100,
  outcome: 'partial',
  direction: 'credit',
  needs: 'Exact reference of one order, same currency, less than the amount due.',
  decide(subject) {
    const order = onlyOne(openOrders(subject, ['reference']));
    if (!order || subject.available >= leftOf(order) - subject.tolerance(order)) return null;
    return { allocations: [{ order, amount: subject.available, tolerated: 0 }] };
  },
};
