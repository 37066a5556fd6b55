/** Problem or notice about a database, for its operator. */
export interface Finding {
  /** Errors break something now, warnings will later, notices need no action. */
  readonly severity: 'error' | 'warning' | 'notice';
  /** Stable identifier for programs. */
  readonly code: string;
  /** Table, column or owner. */
  readonly subject: string;
  /** Description of the problem and its fix, as a sentence. */
  readonly message: string;
}
