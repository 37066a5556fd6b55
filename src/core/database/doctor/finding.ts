/** Something about a database that somebody should know. */
export interface Finding {
  /** An error breaks something, a warning will; a notice is nothing to mend. */
  readonly severity: 'error' | 'warning' | 'notice';
  /** Stable, for programs. */
  readonly code: string;
  /** Table, column or owner. */
  readonly subject: string;
  /** What is wrong and what to do, in a sentence. */
  readonly message: string;
}
