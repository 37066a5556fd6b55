import type { RunWork } from '../work/run-work.js';

export const RUN_STATES = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Work on the whole library, or a retry of the failures of an earlier run. */
export interface Run {
  readonly id: number;
  readonly work: RunWork;
  readonly state: RunState;
  /** Whether images that already have this watermark are included. */
  readonly forced: boolean;
  /** Run whose failures are retried; null for the whole library. */
  readonly retryOf: number | null;
  /** User who started it; null for a deleted user and the command line. */
  readonly userId: number | null;
  /** Number of images: an estimate at the start, exact once completed. */
  readonly total: number;
  /** Images that were watermarked, restored or backed up. */
  readonly processed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Reason for a failure or automatic pause; null otherwise. */
  readonly error: RunError | null;
  /** Estimate from the speed since it was started or resumed; null while unknown. */
  readonly secondsLeft: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Error with a message for users and a code for programs. */
export interface RunError {
  readonly code: string;
  readonly message: string;
}

/** Input to start a run. */
export interface RunAsk {
  readonly work: RunWork;
  readonly force?: boolean;
  readonly retryOf?: number;
  readonly userId?: number | null;
}

/** Counts of images by outcome. */
export type RunCounts = Pick<Run, 'failed' | 'processed' | 'skipped'>;

/** Whether the run is still active. There is at most one such run. */
export function isActive({ state }: Pick<Run, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'paused';
}

/** Returns the number of finished images, whatever their outcome. */
export function doneOf({ processed, failed, skipped }: RunCounts): number {
  return processed + failed + skipped;
}

/** Returns the percentage, rounded down. 100 is reported only at the end. */
export function percentOf(run: Pick<Run, 'state' | 'total'> & RunCounts): number {
  if (run.state === 'completed') return 100;
  return run.total === 0 ? 0 : Math.min(99, Math.floor((doneOf(run) / run.total) * 100));
}
