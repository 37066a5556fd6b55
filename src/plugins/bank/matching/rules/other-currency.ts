import { openOrders } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The reference matches and the currency differs, so a user has to decide what the payment is worth. */
export const otherCurrency: MatchRule = {
  name: 'other_currency',
  score: 70,
  outcome: 'review',
  direction: 'credit',
  needs: 'Exact reference of an open order in another currency.',
  decide(subject) {
    const isOther = openOrders(subject, ['reference'], 'any').some(
      ({ currency }) => currency !== subject.transaction.currency,
    );
    return isOther ? { flags: ['other_currency'] } : null;
  },
};
