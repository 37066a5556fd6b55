import { isNearEnough, onlyOne, openOrders, settling } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The payer named one order in a reference field and paid its open amount. */
export const reference: MatchRule = {
  name: 'reference',
  score: 100,
  outcome: 'matched',
  direction: 'credit',
  needs: 'Exact reference, same currency, and the amount due within the tolerance.',
  decide(subject) {
    const near = openOrders(subject, ['reference']).filter((order) => isNearEnough(subject, order));
    const order = onlyOne(near);
    return order && { allocations: [settling(order, subject.available)] };
  },
};
