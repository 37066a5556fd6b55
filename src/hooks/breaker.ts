import { type HookEntry, type HookRecord, resumeRecord, suspendRecord } from './entry.js';

/** Callback that was suspended or resumed. */
export interface BreakerEvent {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  /** Milliseconds until it is resumed; 0 if it was just resumed. */
  readonly forMs: number;
}

/** Circuit breaker: suspends callbacks that keep failing, so that they neither cost time nor flood the log. */
export interface Breaker {
  /** Counts a failure and suspends the callback when it reaches the limit. */
  failed(entry: HookEntry, record: HookRecord): void;
  /** Cancels the resume timer of a callback that was removed. */
  forget(record: HookRecord): void;
  /** Resumes a suspended callback immediately. @returns whether it was suspended */
  resume(entry: HookEntry, record: HookRecord): boolean;
}

interface Failures {
  /** Times of recent failures, in milliseconds since the process started. */
  times: number[];
  /** Length of the last suspension in milliseconds; 0 if it was never suspended. */
  lastPauseMs: number;
  resumedAt: number;
  timer?: NodeJS.Timeout;
}

const MAX_PAUSE_MS = 3_600_000;

/**
 * Creates a circuit breaker. A resumed callback is on probation: one failure within the window suspends it again, for
 * twice as long and at most an hour.
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
    const history = failures.get(record);
    clearTimeout(history?.timer);
    if (!resumeRecord(entry, record)) return false;
    if (history) history.resumedAt = performance.now();
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
      const history = failures.get(record) ?? { times: [], lastPauseMs: 0, resumedAt: 0 };
      failures.set(record, history);
      history.times = [...history.times.filter((time) => now - time < breaker.withinMs), now];
      const isOnProbation = history.lastPauseMs > 0 && now - history.resumedAt < breaker.withinMs;
      if (history.times.length < breaker.failures && !isOnProbation) return;

      history.times = [];
      history.lastPauseMs = isOnProbation ? Math.min(history.lastPauseMs * 2, MAX_PAUSE_MS) : breaker.retryAfterMs;
      suspendRecord(entry, record);
      history.timer = setTimeout(() => resume(entry, record), history.lastPauseMs).unref();
      suspended({ entry, record, forMs: history.lastPauseMs });
    },
  };
}
