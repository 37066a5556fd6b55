import { judgedCandidates } from '../judge.js';
import type { MatchRule } from '../rule.js';

/** There are candidates and none is certain, so a user decides (never automatic, bank.md B3). */
export const unclear: MatchRule = {
  name: 'unclear',
  score: 50,
  outcome: 'review',
  direction: 'credit',
  needs: 'Several possible orders, or one with too little evidence: another amount, or only the amount.',
  decide(subject) {
    const [first, second] = judgedCandidates(subject);
    if (!first) return null;
    const flags = [
      ...(second?.score === first.score ? ['ambiguous'] : []),
      ...(first.by === 'amount' ? ['amount_only'] : []),
      ...(first.reasons.includes('order_paid') ? ['double_payment'] : []),
    ];
    return { flags };
  },
};
