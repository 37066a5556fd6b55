import { leftOf } from '../../receivables/order.js';
import { onlyOne, openOrders, settling } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The text contains the number of one order as a word of at least six digits, and the amount matches. */
export const textReference: MatchRule = {
  name: 'text_reference',
  score: 90,
  outcome: 'matched',
  direction: 'credit',
  needs: 'Digits of a reference, at least six, as a complete word in the text, and exactly the amount due.',
  decide(subject) {
    if (openOrders(subject, ['reference'], 'any').length > 0) return null;
    const order = onlyOne(openOrders(subject, ['digits']).filter((one) => leftOf(one) === subject.available));
    return order && { allocations: [settling(order, subject.available)] };
  },
};
