import { nextStart } from './interval.js';
import type { RunRecord, RunTotals } from './run.js';

/** Response of `process-transactions`. */
export interface RunView {
  readonly success: boolean;
  readonly run_id: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly duration_ms: number | null;
  readonly forced: boolean;
  readonly dry_run: boolean;
  readonly totals: RunTotals;
  /** Omitted together with the errors for callers with a secret, who must not see names. */
  readonly sources?: RunRecord['sources'];
  readonly errors?: RunRecord['errors'];
  /** Earliest start of the next run that is not forced. */
  readonly next_run_at: string;
}

/** Inputs for the start of the next run. */
export interface WaitingRun {
  /** Start of the last run other than dry runs; null for none. */
  readonly lastStart: Date | null;
  /** Seconds between two starts. */
  readonly interval: number;
}

/**
 * Builds the response.
 * @param isFull whether to include source names and errors
 */
export function runView(run: RunRecord, { lastStart, interval }: WaitingRun, isFull: boolean): RunView {
  const { run_id, started_at, finished_at, duration_ms, forced, dry_run, totals, sources, errors } = run;
  const began = new Date(started_at);
  const next = nextStart(lastStart, interval, began) ?? began;
  return {
    success: true,
    run_id,
    started_at,
    finished_at,
    duration_ms,
    forced,
    dry_run,
    totals,
    ...(isFull ? { sources, errors } : {}),
    next_run_at: next.toISOString(),
  };
}
