import { type HookEntry, type HookRecord, resumeRecord, suspendRecord } from './entry.js';

/** A callback that was left out, or taken in again. */
export interface BreakerEvent {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  /** How long it is left out, in milliseconds; 0 when it is back. */
  readonly forMs: number;
}

/** Leaves callbacks out for a while that keep failing, so that they cost neither time nor a full log. */
export interface Breaker {
  /** Counts a failure, and suspends the callback when it was one too many. */
  failed(entry: HookEntry, record: HookRecord): void;
  /** Drops what is known about a callback that was removed. */
  forget(record: HookRecord): void;
  /** Takes a suspended callback in again at once. @returns whether it was suspended */
  resume(entry: HookEntry, record: HookRecord): boolean;
}

interface Failures {
  /** When it failed lately, in milliseconds since the process started. */
  times: number[];
  /** How long it was left out the last time; 0 when it has not been. */
  lastPauseMs: number;
  resumedAt: number;
  timer?: NodeJS.Timeout;
}

const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A callback that was suspended is on probation when it is back: one failure within the window suspends it again, for
 * twice as long and an hour at most.
 */
export function createBreaker({
  suspended,
  resumed,
}: {
  suspended: (event: BreakerEvent) => void;
  resumed: (event: BreakerEvent) => void;
}): Breaker {
  const failures = new WeakMap<HookRecord, Failures>();

  function resume(entry: HookEntry, record: HookRecord): boolean {
    const known = failures.get(record);
    clearTimeout(known?.timer);
    if (!resumeRecord(entry, record)) return false;
    if (known) known.resumedAt = performance.now();
    resumed({ entry, record, forMs: 0 });
    return true;
  }

  return {
    resume,
    forget: (record) => clearTimeout(failures.get(record)?.timer),

    failed(entry, record) {
      const { breaker } = entry.policy;
      if (!breaker || !entry.records.includes(record)) return;
      const now = performance.now();
      const known = failures.get(record) ?? { times: [], lastPauseMs: 0, resumedAt: 0 };
      failures.set(record, known);
      known.times = [...known.times.filter((time) => now - time < breaker.withinMs), now];
      const isOnProbation = known.lastPauseMs > 0 && now - known.resumedAt < breaker.withinMs;
      if (known.times.length < breaker.failures && !isOnProbation) return;

      known.times = [];
      known.lastPauseMs = isOnProbation ? Math.min(known.lastPauseMs * 2, LONGEST_PAUSE_MS) : breaker.retryAfterMs;
      suspendRecord(entry, record);
      known.timer = setTimeout(() => resume(entry, record), known.lastPauseMs).unref();
      suspended({ entry, record, forMs: known.lastPauseMs });
    },
  };
}
