import type { MatchRule } from '../rule.js';

/** Banks write notes as movements with an amount of 0. */
export const nothingPaid: MatchRule = {
  name: 'nothing_paid',
  score: 100,
  outcome: 'ignored',
  direction: 'credit',
  needs: 'Amount of 0.',
  decide: ({ available }) => (available === 0 ? {} : null),
};
