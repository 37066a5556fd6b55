import { openOrders } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The referenced order is paid or cancelled. It is never paid again automatically. */
export const alreadyPaid: MatchRule = {
  name: 'already_paid',
  score: 60,
  outcome: 'review',
  direction: 'credit',
  needs: 'Exact reference of an order that is paid or cancelled.',
  decide(subject) {
    const named = subject.candidates.filter(({ by }) => by === 'reference').map(({ order }) => order);
    if (named.length === 0 || openOrders(subject, ['reference'], 'any').length > 0) return null;
    const isPaid = named.some(({ status }) => status !== 'cancelled');
    return { flags: [isPaid ? 'double_payment' : 'order_cancelled'] };
  },
};
