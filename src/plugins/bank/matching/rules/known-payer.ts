import { leftOf } from '../../receivables/order.js';
import { onlyOne, openOrders, settling } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The payer's account belongs to a customer with exactly one open order, of this amount. Disabled by default. */
export const knownPayer: MatchRule = {
  name: 'known_payer',
  score: 80,
  outcome: 'matched',
  direction: 'credit',
  needs: 'Account of one customer with exactly one open order, and the exact amount due. Disabled by default.',
  decide(subject) {
    if (!subject.settings.isPayerEnough) return null;
    if (openOrders(subject, ['reference', 'digits', 'text'], 'any').length > 0) return null;
    const order = onlyOne(openOrders(subject, ['payer'], 'any'));
    if (!order || order.currency !== subject.transaction.currency || leftOf(order) !== subject.available) return null;
    return { allocations: [settling(order, subject.available)] };
  },
};
