import type { MatchRule } from '../rule.js';

/** Money that went out pays no order. What takes back something that paid none is marked, for who looks for it. */
export const outgoing: MatchRule = {
  name: 'outgoing',
  score: 100,
  outcome: 'ignored',
  direction: 'debit',
  needs: 'A debit that takes back no payment.',
  decide: ({ transaction }) => (transaction.isReversal ? { flags: ['reversal_of_nothing_matched'] } : {}),
};
