import { isNearEnough, onlyOne, openOrders, settling } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The payer named one order where the bank asks for it, and paid what is left of it. */
export const reference: MatchRule = {
  name: 'reference',
  score: 100,
  outcome: 'matched',
  direction: 'credit',
  needs: 'An exact reference, the currency, and what is due, within the tolerance.',
  decide(subject) {
    const near = openOrders(subject, ['reference']).filter((order) => isNearEnough(subject, order));
    const order = onlyOne(near);
    return order && { allocations: [settling(order, subject.available)] };
  },
};
