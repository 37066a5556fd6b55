import type { MatchRule } from '../rule.js';

/** The reversal may refer to several payments. */
export const unclearReversal: MatchRule = {
  name: 'unclear_reversal',
  score: 50,
  outcome: 'review',
  direction: 'debit',
  needs: 'Several credits of the last 60 days with the same reference and amount.',
  decide: ({ credits }) => (credits.length > 1 ? { flags: ['ambiguous_reversal'] } : null),
};
