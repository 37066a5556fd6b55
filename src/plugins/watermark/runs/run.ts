import type { RunWork } from '../work/run-work.js';

export const RUN_STATES = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Work on the whole library, or on what failed in an earlier run. */
export interface Run {
  readonly id: number;
  readonly work: RunWork;
  readonly state: RunState;
  /** Whether pictures are marked anew that have this very mark. */
  readonly forced: boolean;
  /** The run whose failures it tries again; null for the whole library. */
  readonly retryOf: number | null;
  /** Who asked for it; null for somebody who is gone, and for the command line. */
  readonly userId: number | null;
  /** Pictures to go through: when it began, and exactly when it is completed. */
  readonly total: number;
  /** Pictures that were marked, restored or saved. */
  readonly processed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why it failed, or why it was paused by itself; null otherwise. */
  readonly error: RunError | null;
  /** By its pace since it was begun or resumed; null while nothing can be said. */
  readonly secondsLeft: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** For people, and by its code for programs. */
export interface RunError {
  readonly code: string;
  readonly message: string;
}

/** What a run is begun with. */
export interface RunAsk {
  readonly work: RunWork;
  readonly force?: boolean;
  readonly retryOf?: number;
  readonly userId?: number | null;
}

/** Counts of pictures, by what became of them. */
export type RunCounts = Pick<Run, 'failed' | 'processed' | 'skipped'>;

/** Whether it has not come to its end: there is one such run at most. */
export function isActive({ state }: Pick<Run, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'paused';
}

/** Pictures that are done with, whatever became of them. */
export function doneOf({ processed, failed, skipped }: RunCounts): number {
  return processed + failed + skipped;
}

/** From 0 to 100, rounded down: 100 is said at the end alone. */
export function percentOf(run: Pick<Run, 'state' | 'total'> & RunCounts): number {
  if (run.state === 'completed') return 100;
  return run.total === 0 ? 0 : Math.min(99, Math.floor((doneOf(run) / run.total) * 100));
}
