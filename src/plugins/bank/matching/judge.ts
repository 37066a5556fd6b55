import { isOpen, leftOf } from '../receivables/order.js';
import type { FoundCandidate } from '../transactions/findings.js';
import { CANDIDATE_SOURCES, type Candidate, type CandidateSource } from './candidate.js';
import type { MatchSubject } from './rule.js';

/** A candidate with its score and reasons. */
export interface JudgedCandidate extends FoundCandidate {
  readonly by: CandidateSource;
}

/** Scores by source: `equal` if the amount matches, `other` if not. */
const SCORES: Readonly<Record<CandidateSource, { readonly equal: number; readonly other: number }>> = {
  reference: { equal: 95, other: 75 },
  digits: { equal: 90, other: 60 },
  payer: { equal: 80, other: 50 },
  text: { equal: 60, other: 0 },
  amount: { equal: 40, other: 0 },
};
const OTHER_CURRENCY = 70;
const PAID = 55;
const CANCELLED = 45;
/** Maximum number of candidates shown to a user. */
const MAX_CANDIDATES = 10;

const REASONS: Readonly<Record<CandidateSource, string>> = {
  reference: 'reference_equal',
  digits: 'digits_in_text',
  text: 'word_in_text',
  payer: 'payer_known',
  amount: 'amount_only',
};

/** Returns the scored candidates of a transaction, best first, without those that score 0. */
export function judgedCandidates(subject: MatchSubject): readonly JudgedCandidate[] {
  return subject.candidates
    .map((candidate) => judged(candidate, subject))
    .filter(({ score }) => score > 0)
    .toSorted(
      (one, other) =>
        other.score - one.score || CANDIDATE_SOURCES.indexOf(one.by) - CANDIDATE_SOURCES.indexOf(other.by),
    )
    .slice(0, MAX_CANDIDATES);
}

function judged({ order, by }: Candidate, { transaction, available }: MatchSubject): JudgedCandidate {
  const isNamed = by === 'reference' || by === 'digits';
  const isSame = order.currency === transaction.currency;
  // A double payment repeats the full amount of an order that is already paid.
  const expected = isOpen(order) ? leftOf(order) : order.amountDue;
  const isEqual = isSame && expected === available;
  const of = (score: number, ...reasons: readonly string[]): JudgedCandidate => ({
    order_id: order.id,
    reference: order.reference,
    score,
    by,
    reasons: [REASONS[by], ...reasons],
  });
  if (!isOpen(order)) {
    if (!isNamed || (by === 'digits' && !isEqual)) return of(0);
    return order.status === 'cancelled' ? of(CANCELLED, 'order_cancelled') : of(PAID, 'order_paid');
  }
  if (!isSame) return of(isNamed ? OTHER_CURRENCY : 0, 'currency_differs');
  return isEqual ? of(SCORES[by].equal, 'amount_equal') : of(SCORES[by].other, 'amount_differs');
}
