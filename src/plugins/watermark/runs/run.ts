import { type Run as CoreRun, percentOfRun, type RunError } from '../../../runs.js';
import type { RunWork } from '../work/run-work.js';

export const RUN_STATES = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Input of a run as stored. */
export interface RunInput {
  readonly work: RunWork;
  readonly forced: boolean;
  readonly retryOf: number | null;
}

/** Position of a run as stored. */
export interface RunPosition {
  /** Last attachment that was processed or postponed, as were all before it. */
  readonly lastId: number;
  /** Images that another worker held; they are retried at the end. */
  readonly postponed: readonly number[];
}

export type StoredRun = CoreRun<RunInput, RunPosition>;

/** Work on the whole library, or a retry of the failures of an earlier run. */
export interface Run extends RunInput, Pick<StoredRun, 'createdAt' | 'endedAt' | 'id' | 'startedAt' | 'userId'> {
  readonly state: RunState;
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
}

/** Input to start a run. */
export interface RunAsk {
  readonly work: RunWork;
  /** Whether images that already have this watermark are included. */
  readonly force?: boolean;
  /** Run whose failures are retried. @default the whole library */
  readonly retryOf?: number;
  readonly userId?: number | null;
}

/** Counts of images by outcome. */
export type RunCounts = Pick<Run, 'failed' | 'processed' | 'skipped'>;

export function toRun({ input, state: _, status, counts, ...run }: StoredRun): Run {
  const { id, userId, total, error, secondsLeft, createdAt, startedAt, endedAt } = run;
  const { processed = 0, failed = 0, skipped = 0 } = counts;
  return {
    id,
    ...input,
    // These runs are paused when their process stops, not interrupted.
    state: status as RunState,
    userId,
    total,
    processed,
    failed,
    skipped,
    error,
    secondsLeft,
    createdAt,
    startedAt,
    endedAt,
  };
}

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
  return percentOfRun({ status: run.state, processed: doneOf(run), total: run.total });
}
