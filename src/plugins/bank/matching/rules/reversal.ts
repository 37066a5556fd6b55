import { onlyOne } from '../orders-of.js';
import type { MatchRule } from '../rule.js';

/** The bank reverses a payment: it is undone, and its orders are open again. */
export const reversal: MatchRule = {
  name: 'reversal',
  score: 100,
  outcome: 'reversed',
  direction: 'debit',
  needs: 'Credit of the last 60 days with the same reference and amount that paid an order.',
  decide({ credits }) {
    const sure = credits.filter(({ isSure }) => isSure);
    const credit = onlyOne(sure.length > 0 ? sure : credits);
    return credit && { reverses: credit.transaction.id };
  },
};
