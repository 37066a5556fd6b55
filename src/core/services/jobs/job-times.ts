/** What the clocks of a queue are set to; milliseconds. Tests make them short. */
export interface JobTimes {
  /** After which a worker that said nothing is taken for dead. It speaks three times as often. */
  readonly lease: number;
  /** Between two looks at what others added, cancelled or left behind. */
  readonly poll: number;
  /** After which a queue outside of the database is asked whether it still has a job. */
  readonly recheck: number;
  /** For running jobs to end when their host closes. */
  readonly closing: number;
  /** Between two progresses that are stored. */
  readonly progress: number;
  /** For which completed and cancelled jobs are kept. */
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

const LONGEST_BACKOFF = 3_600_000;

/**
 * Exponential back-off with full jitter: anything from 0 to the ceiling, so that what failed together does not come
 * back together.
 * @param attempt runs begun so far, from 1
 * @param backoff ceiling before the second run, in milliseconds
 */
export function backoffDelay(attempt: number, backoff: number): number {
  return Math.round(Math.random() * Math.min(LONGEST_BACKOFF, backoff * 2 ** Math.min(attempt - 1, 40)));
}
