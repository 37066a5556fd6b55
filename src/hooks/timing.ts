/** Measurements of one callback's sampled calls, in milliseconds. */
export interface Timing {
  /** Number of measured calls. */
  samples: number;
  /** Processor time until the callback returned, excluding hooks that it dispatched. */
  selfMs: number;
  /** Time from the return until the promise settled. */
  waitMs: number;
  /** Estimated time of all calls that the samples represent. */
  totalMs: number;
  /** Longest call, including its wait time. */
  maxMs: number;
  /** Measured calls that awaited a promise while another one did. Do not add up their wait times. */
  overlapped: number;
}

export function createTiming(): Timing {
  return { samples: 0, selfMs: 0, waitMs: 0, totalMs: 0, maxMs: 0, overlapped: 0 };
}

/** Adds the measurements of `other` to `timing`. */
export function addTiming(timing: Timing, other: Timing): void {
  timing.samples += other.samples;
  timing.selfMs += other.selfMs;
  timing.waitMs += other.waitMs;
  timing.totalMs += other.totalMs;
  timing.maxMs = Math.max(timing.maxMs, other.maxMs);
  timing.overlapped += other.overlapped;
}
