/** Errors break something now, warnings will later or need a decision, notices need no action. */
export type Severity = 'error' | 'notice' | 'warning';

/** Problem or notice that a check found, for operators. */
export interface Finding {
  readonly severity: Severity;
  /** Stable identifier for programs. */
  readonly code: string;
  /** Table, file, id or other subject. */
  readonly subject: string;
  /** Description of the problem, and its fix unless the check has a hint. */
  readonly message: string;
}

const WORST: readonly Severity[] = ['error', 'warning', 'notice'];

/** Returns the worst severity; `ok` without findings. */
export function worstOf(findings: readonly Pick<Finding, 'severity'>[]): Severity | 'ok' {
  return WORST.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'ok';
}
