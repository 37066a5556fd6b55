import type { Findings, FoundCandidate } from '../transactions/findings.js';
import type { TransactionStatus } from '../transactions/states.js';
import { type JudgedCandidate, judgedCandidates } from './judge.js';
import type { Allocation, MatchRule, MatchSubject } from './rule.js';

/** What becomes of a transaction. */
export interface Decision {
  readonly status: Exclude<TransactionStatus, 'new'>;
  readonly findings: Findings;
  readonly allocations: readonly Allocation[];
  /** The id of the credit that it takes back; 0 for none. */
  readonly reverses: number;
}

/**
 * Asks the rules one after the other. A transaction that none of them knows is `unmatched`, and one that a rule of the site
 * fails at is an `error`, so that the others go on.
 */
export function decide(rules: readonly MatchRule[], subject: MatchSubject): Decision {
  try {
    for (const rule of rules) {
      const hit = rule.direction === subject.transaction.direction ? rule.decide(subject) : null;
      if (!hit) continue;
      const { allocations = [], flags = [], reverses = 0 } = hit;
      const isForPeople = rule.outcome === 'review';
      const candidates = isForPeople ? judgedCandidates(subject).map(shown) : [];
      const findings = { rule: rule.name, score: rule.score, flags, candidates };
      return { status: rule.outcome, findings, allocations, reverses };
    }
  } catch (error) {
    return failed(error);
  }
  return {
    status: 'unmatched',
    findings: { rule: null, score: 0, flags: [], candidates: [] },
    allocations: [],
    reverses: 0,
  };
}

/** What somebody has to look into, since a rule or a filter failed at it. */
export function failed(error: unknown): Decision {
  const flag = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  const findings = { rule: null, score: 0, flags: ['failed', flag], candidates: [] };
  return { status: 'error', findings, allocations: [], reverses: 0 };
}

function shown({ order_id, reference, score, reasons }: JudgedCandidate): FoundCandidate {
  return { order_id, reference, score, reasons };
}
