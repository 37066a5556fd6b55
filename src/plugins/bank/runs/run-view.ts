import { nextStart } from './interval.js';
import type { RunRecord, RunTotals } from './run.js';

/** A run as `process-transactions` answers it (bank.md B3). */
export interface RunView {
  readonly success: boolean;
  readonly run_id: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly duration_ms: number | null;
  readonly forced: boolean;
  readonly dry_run: boolean;
  readonly totals: RunTotals;
  /** Absent for callers with a secret, who are told no names; so are the errors. */
  readonly sources?: RunRecord['sources'];
  readonly errors?: RunRecord['errors'];
  /** When the next run may begin without being forced. */
  readonly next_run_at: string;
}

/** What the next run has to wait for. */
export interface Waiting {
  /** Of the last run that stored something; null for none. A rehearsal keeps nobody waiting. */
  readonly lastStart: Date | null;
  /** Seconds between two beginnings. */
  readonly interval: number;
}

/** @param isFull whether names and references are told */
export function runView(run: RunRecord, { lastStart, interval }: Waiting, isFull: boolean): RunView {
  const { run_id, started_at, finished_at, duration_ms, forced, dry_run, totals, sources, errors } = run;
  const began = new Date(started_at);
  const next = nextStart(lastStart, interval, began) ?? began;
  return {
    ...{ success: true, run_id, started_at, finished_at, duration_ms, forced, dry_run, totals },
    ...(isFull ? { sources, errors } : {}),
    next_run_at: next.toISOString(),
  };
}
