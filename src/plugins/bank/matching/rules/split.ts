import { leftOf } from '../../receivables/order.js';
import { openOrders } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** One payment for several orders: it names them and equals the sum of their open amounts. */
export const split: MatchRule = {
  name: 'split',
  score: 100,
  outcome: 'matched',
  direction: 'credit',
  needs: 'Several references, in separate fields or in the text, and exactly the sum of the amounts due.',
  decide(subject) {
    const orders = openOrders(subject, ['reference', 'digits', 'text']);
    const sum = orders.reduce((total, order) => total + leftOf(order), 0);
    if (orders.length < 2 || sum !== subject.available) return null;
    return { allocations: orders.map((order) => ({ order, amount: leftOf(order), tolerated: 0 })) };
  },
};
