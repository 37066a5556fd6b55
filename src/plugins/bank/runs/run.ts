/** Totals of a run. `fetched` is the sum of `new`, `updated` and `duplicates`. */
export interface RunTotals {
  readonly sources: number;
  readonly files: number;
  readonly fetched: number;
  /** Stored entries, including those in review. */
  readonly new: number;
  readonly updated: number;
  readonly duplicates: number;
  /** Fetched entries that are not booked yet. */
  readonly pending: number;
  /** Matching results for new transactions, including those left by an earlier run. */
  readonly matched: number;
  readonly partial: number;
  readonly overpaid: number;
  readonly unmatched: number;
  readonly ignored: number;
  /** Payments reversed by the bank. */
  readonly reversed: number;
  /** Transactions put into review by this run, during import or matching. */
  readonly review: number;
  /** Unreadable entries, rejected files, failed sources and transactions that could not be matched. */
  readonly errors: number;
}

export const NO_TOTALS: RunTotals = {
  sources: 0,
  files: 0,
  fetched: 0,
  new: 0,
  updated: 0,
  duplicates: 0,
  pending: 0,
  matched: 0,
  partial: 0,
  overpaid: 0,
  unmatched: 0,
  ignored: 0,
  reversed: 0,
  review: 0,
  errors: 0,
};

/** Result of a source in a run. */
export interface SourceReport {
  /** Name of the source. */
  readonly id: string;
  /** Comma-separated names of the formats of its files. */
  readonly format: string;
  /** `skipped`: the source's own rate limit applied. */
  readonly status: 'failed' | 'ok' | 'skipped';
  readonly files: number;
  readonly fetched: number;
  readonly new: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** An error or warning of a run. */
export interface RunError {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Null if it concerns no source. Same for the two below. */
  readonly source: string | null;
  readonly file: string | null;
  readonly position: string | null;
}

/** `aborted`: the process was ended by a crash or restart. */
export const RUN_STATUSES = ['aborted', 'failed', 'finished', 'running'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Triggers of a run. */
export const RUN_TRIGGERS = ['command', 'schedule', 'secret', 'session'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** A run as returned by REST and passed to actions. */
export interface RunRecord {
  readonly run_id: number;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  /** ID of the user who started it; null for a secret, a schedule and a command without a user. */
  readonly started_by: number | null;
  /** ISO 8601, as are the others. */
  readonly started_at: string;
  /** Null while it is running. Same for the duration. */
  readonly finished_at: string | null;
  readonly duration_ms: number | null;
  readonly forced: boolean;
  readonly dry_run: boolean;
  readonly totals: RunTotals;
  readonly sources: readonly SourceReport[];
  readonly errors: readonly RunError[];
}
