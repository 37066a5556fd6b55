import type { MatchRule } from '../rule.js';

/** Outgoing money pays no order. A reversal of an unmatched payment is flagged. */
export const outgoing: MatchRule = {
  name: 'outgoing',
  score: 100,
  outcome: 'ignored',
  direction: 'debit',
  needs: 'Debit that does not reverse a payment.',
  decide: ({ transaction }) => (transaction.isReversal ? { flags: ['reversal_of_nothing_matched'] } : {}),
};
