import type { CheckFinding } from '../../../operations.js';
import type { Matching } from '../matching/matching.js';
import type { Transactions } from '../transactions/transactions.js';

export interface TransactionCheckParts {
  readonly transactions: Pick<Transactions, 'counts'>;
  readonly matching: Pick<Matching, 'waiting'>;
}

/** Checks for transactions that need matching, a review or a fix. */
export async function checkTransactions(
  { transactions, matching }: TransactionCheckParts,
  isHeld: boolean,
): Promise<CheckFinding[]> {
  const counts = await transactions.counts();
  const findings: CheckFinding[] = [];
  const waiting = isHeld ? 0 : await matching.waiting(false);
  if (waiting > 0) {
    const message = `${waiting} imported transactions have not been matched. Run mortise bank match, or wait for the next run.`;
    findings.push({ subject: 'new', severity: 'notice', message });
  }
  const failed = counts.get('error') ?? 0;
  if (failed > 0) {
    const message = `${failed} transactions failed to match because of an error. See mortise bank list --status=error. Resolve the errors, then run mortise bank match --rematch.`;
    findings.push({ subject: 'error', severity: 'error', message });
  }
  const review = counts.get('review') ?? 0;
  if (review > 0) {
    const message = `${review} transactions need a decision. See mortise bank list --status=review. Match, unmatch or ignore each.`;
    findings.push({ subject: 'review', severity: 'notice', message });
  }
  return findings;
}
