/** What a run came to. `fetched` is the sum of `new`, `updated` and `duplicates`. */
export interface RunTotals {
  readonly sources: number;
  readonly files: number;
  readonly fetched: number;
  /** Stored, those that wait for a look included. */
  readonly new: number;
  readonly updated: number;
  readonly duplicates: number;
  /** Of the fetched ones, those that are not booked yet. */
  readonly pending: number;
  /** What matching made of what was new; also of what an earlier run has left. */
  readonly matched: number;
  readonly partial: number;
  readonly overpaid: number;
  readonly unmatched: number;
  readonly ignored: number;
  /** Payments that the bank took back. */
  readonly reversed: number;
  /** What waits for a look since this run, be it by import or by matching. */
  readonly review: number;
  /** Entries that could not be read, files that were refused, sources that failed, transactions that could not be matched. */
  readonly errors: number;
}

export const NO_TOTALS: RunTotals = {
  ...{ sources: 0, files: 0, fetched: 0, new: 0, updated: 0, duplicates: 0, pending: 0 },
  ...{ matched: 0, partial: 0, overpaid: 0, unmatched: 0, ignored: 0, reversed: 0, review: 0, errors: 0 },
};

/** What became of a source in a run. */
export interface SourceReport {
  /** Its name. */
  readonly id: string;
  /** Names of the formats that its files had, with commas between them. */
  readonly format: string;
  /** `skipped`: its own limit was not over. */
  readonly status: 'failed' | 'ok' | 'skipped';
  readonly files: number;
  readonly fetched: number;
  readonly new: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Something that went wrong in a run, or may have. */
export interface RunError {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Null where it is of no source; so are the two below. */
  readonly source: string | null;
  readonly file: string | null;
  readonly position: string | null;
}

/** `aborted`: its process was ended, by a kill or by a restart. */
export const RUN_STATUSES = ['aborted', 'failed', 'finished', 'running'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What began a run. */
export const RUN_TRIGGERS = ['command', 'schedule', 'secret', 'session'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** A run, as it is answered and as actions tell it. */
export interface RunRecord {
  readonly run_id: number;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  /** Account of who began it; null for a secret, a schedule and a command. */
  readonly started_by: number | null;
  /** ISO 8601; so are the others. */
  readonly started_at: string;
  /** Null while it is running; so is the duration. */
  readonly finished_at: string | null;
  readonly duration_ms: number | null;
  readonly forced: boolean;
  readonly dry_run: boolean;
  readonly totals: RunTotals;
  readonly sources: readonly SourceReport[];
  readonly errors: readonly RunError[];
}
