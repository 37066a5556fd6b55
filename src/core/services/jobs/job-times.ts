/** Intervals and time limits of a queue, in milliseconds. Tests shorten them. */
export interface JobTimes {
  /** Lease duration, after which a silent worker counts as dead. It is renewed three times as often. */
  readonly lease: number;
  /** Interval between checks for jobs that other processes added, cancelled or left behind. */
  readonly poll: number;
  /** Interval at which a queue outside the database is checked for a job. */
  readonly recheck: number;
  /** Time limit for running jobs to end when their host closes. */
  readonly closing: number;
  /** Interval between two stored progress updates. */
  readonly progress: number;
  /** Retention of completed and cancelled jobs. */
  readonly keepDone: number;
  readonly keepFailed: number;
}

const DAY = 86_400_000;

export const JOB_TIMES: JobTimes = {
  lease: 30_000,
  poll: 1_000,
  recheck: 60_000,
  closing: 10_000,
  progress: 300,
  keepDone: 7 * DAY,
  keepFailed: 30 * DAY,
};

const MAX_BACKOFF = 3_600_000;

/**
 * Returns the delay before a retry: exponential backoff with full jitter, anything from 0 to the ceiling, so that
 * jobs that failed together are not retried together.
 * @param attempt number of runs so far, from 1
 * @param backoff ceiling before the second run, in milliseconds
 */
export function backoffDelay(attempt: number, backoff: number): number {
  return Math.round(Math.random() * Math.min(MAX_BACKOFF, backoff * 2 ** Math.min(attempt - 1, 40)));
}
