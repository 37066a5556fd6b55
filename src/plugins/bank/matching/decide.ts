import type { Findings, FoundCandidate } from '../transactions/findings.js';
import { PAYING_STATUSES, type TransactionStatus } from '../transactions/states.js';
import { type JudgedCandidate, judgedCandidates } from './judge.js';
import type { Allocation, MatchRule, MatchSubject } from './rule.js';

/** Decision about a transaction. */
export interface Decision {
  readonly status: Exclude<TransactionStatus, 'new'>;
  readonly findings: Findings;
  readonly allocations: readonly Allocation[];
  /** ID of the reversed credit; 0 for none. */
  readonly reverses: number;
  /** Minor units that it reverses; null for all. */
  readonly returned: number | null;
  /** ID of a debit that reversed the credit before; 0 for none. */
  readonly displaces: number;
}

/**
 * Applies the rules in order.
 * A transaction that no rule decides is `unmatched`. If a rule of the site throws, it is an `error`, so that the run
 * continues.
 */
export function decide(rules: readonly MatchRule[], subject: MatchSubject): Decision {
  try {
    for (const rule of rules) {
      const hit = rule.direction === subject.transaction.direction ? rule.decide(subject) : null;
      if (!hit) continue;
      const { allocations = [], flags = [], reverses = 0, returned = null, displaces = 0 } = hit;
      assertPossible(rule, allocations, subject);
      const isForPeople = rule.outcome === 'review';
      const candidates = isForPeople ? judgedCandidates(subject).map(toFound) : [];
      const findings = { rule: rule.name, score: rule.score, flags, candidates };
      return { status: rule.outcome, findings, allocations, reverses, returned, displaces };
    }
  } catch (error) {
    return failed(error);
  }
  return {
    status: 'unmatched',
    findings: { rule: null, score: 0, flags: [], candidates: [] },
    allocations: [],
    reverses: 0,
    returned: null,
    displaces: 0,
  };
}

/** Validates the result of a rule, because rules of the site may return anything. */
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
  if (!isPossible) throw new Error(`The rule "${name}" assigned more than available, nothing, or another currency.`);
}

/** Decision for a transaction at which a rule or filter failed, to be checked by a user. */
export function failed(error: unknown): Decision {
  const flag = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  const findings = { rule: null, score: 0, flags: ['failed', flag], candidates: [] };
  return { status: 'error', findings, allocations: [], reverses: 0, returned: null, displaces: 0 };
}

function toFound({ order_id, reference, score, reasons }: JudgedCandidate): FoundCandidate {
  return { order_id, reference, score, reasons };
}
