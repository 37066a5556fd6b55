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
    const message = `${waiting} transactions were imported, and no rule has looked at them.`;
    findings.push(worthALook('matching', message, 'mortise bank match, or the next run, does.'));
  }
  const failed = counts.get('error') ?? 0;
  if (failed > 0) {
    const hint = 'mortise bank list --status=error shows them; mend what they say, then mortise bank match --rematch.';
    findings.push(wrong('matching', `${failed} transactions could not be matched: something failed.`, hint));
  }
  const review = counts.get('review') ?? 0;
  if (review > 0) {
    const hint = 'mortise bank list --status=review shows them. Match, unmatch or ignore each.';
    findings.push(worthALook('review', `${review} transactions wait for somebody to decide.`, hint));
  }
  return findings.length > 0 ? findings : [fine('matching', 'Nothing waits.')];
}
