import type { Findings, FoundCandidate } from '../transactions/findings.js';
import { PAYING_STATUSES, type TransactionStatus } from '../transactions/states.js';
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
      assertPossible(rule, allocations, subject);
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

/** What a rule of the site makes of a transaction is added up like everything else. */
function assertPossible({ name, outcome }: MatchRule, allocations: readonly Allocation[], subject: MatchSubject): void {
  const isPaying = (PAYING_STATUSES as readonly string[]).includes(outcome);
  const sum = allocations.reduce((total, { amount }) => total + amount, 0);
  const isPossible =
    isPaying === allocations.length > 0 &&
    sum <= subject.available &&
    new Set(allocations.map(({ order }) => order.id)).size === allocations.length &&
    allocations.every(
      ({ order, amount, tolerated }) =>
        Number.isSafeInteger(amount) &&
        amount > 0 &&
        Number.isSafeInteger(tolerated) &&
        order.currency === subject.transaction.currency,
    );
  if (!isPossible) throw new Error(`The rule "${name}" assigned more than there is, or nothing, or another currency.`);
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
