/** What sampled calls of one callback have taken, in milliseconds. */
export interface Timing {
  /** Calls that were measured. */
  samples: number;
  /** Time on the processor: until the callback returned, without the hooks that it dispatched itself. */
  selfMs: number;
  /** Time from then until its promise settled. */
  waitMs: number;
  /** What all the calls have taken that the samples stand for. */
  totalMs: number;
  /** The longest of both together. */
  maxMs: number;
  /** Measured calls that waited while another one waited too: their waiting times must not be added up. */
  overlapped: number;
}

export function createTiming(): Timing {
  return { samples: 0, selfMs: 0, waitMs: 0, totalMs: 0, maxMs: 0, overlapped: 0 };
}

/** Adds what `other` has seen to `timing`. */
export function addTiming(timing: Timing, other: Timing): void {
  timing.samples += other.samples;
  timing.selfMs += other.selfMs;
  timing.waitMs += other.waitMs;
  timing.totalMs += other.totalMs;
  timing.maxMs = Math.max(timing.maxMs, other.maxMs);
  timing.overlapped += other.overlapped;
}
