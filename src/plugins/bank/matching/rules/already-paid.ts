import { openOrders } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The order that it names is paid, or nothing is expected for it any more. It is never paid again by itself. */
export const alreadyPaid: MatchRule = {
  name: 'already_paid',
  score: 60,
  outcome: 'review',
  direction: 'credit',
  needs: 'An exact reference of an order that is paid or cancelled.',
  decide(subject) {
    const named = subject.candidates.filter(({ by }) => by === 'reference').map(({ order }) => order);
    if (named.length === 0 || openOrders(subject, ['reference'], 'any').length > 0) return null;
    const isPaid = named.some(({ status }) => status !== 'cancelled');
    return { flags: [isPaid ? 'double_payment' : 'order_cancelled'] };
  },
};
