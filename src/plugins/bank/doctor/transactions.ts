import type { Matching } from '../matching/matching.js';
import type { Transactions } from '../transactions/transactions.js';
import { type Finding, fine, worthALook, wrong } from './finding.js';

export interface TransactionCheckParts {
  readonly transactions: Pick<Transactions, 'counts'>;
  readonly matching: Pick<Matching, 'waiting'>;
}

/** Checks for transactions that need matching, a review or a fix. */
export async function checkTransactions(
  { transactions, matching }: TransactionCheckParts,
  isHeld: boolean,
): Promise<Finding[]> {
  const counts = await transactions.counts();
  const findings: Finding[] = [];
  const waiting = isHeld ? 0 : await matching.waiting(false);
  if (waiting > 0) {
    const message = `${waiting} imported transactions have not been matched.`;
    findings.push(worthALook('matching', message, 'Run mortise bank match, or wait for the next run.'));
  }
  const failed = counts.get('error') ?? 0;
  if (failed > 0) {
    const hint = 'See mortise bank list --status=error. Resolve the errors, then run mortise bank match --rematch.';
    findings.push(wrong('matching', `${failed} transactions failed to match because of an error.`, hint));
  }
  const review = counts.get('review') ?? 0;
  if (review > 0) {
    const hint = 'See mortise bank list --status=review. Match, unmatch or ignore each.';
    findings.push(worthALook('review', `${review} transactions need a decision.`, hint));
  }
  return findings.length > 0 ? findings : [fine('matching', 'Nothing waits.')];
}
