import type { HookEntry, HookRecord } from './entry.js';
import type { Gate } from './gate.js';
import { isThenable } from './outcome.js';

/** Measures the calls of one dispatch, one after the other. */
export interface Probe {
  /** The callback is about to be called. */
  begin(record: HookRecord): void;
  /** The callback returned, or failed with an error. */
  ended(value: unknown, failed: boolean): void;
  /** The returned promise has settled. */
  settled(value: unknown, failed: boolean): void;
  /** The run has applied the result: `value` is the new value, or the error that ended the call. */
  concluded(value: unknown, failed: boolean): void;
}

/** Measured call, with times in milliseconds. */
export interface MeasuredCall {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  /** Number of calls that this sample represents. */
  readonly weight: number;
  /** Time until the callback returned, excluding hooks that it dispatched. */
  readonly selfMs: number;
  /** Whether another measured call was awaiting its promise at the same time. */
  readonly overlapped: boolean;
}

/** Receives each measured call in order. */
export interface CallListener {
  /**
   * @param waitMs time from the return of the callback until its promise settled; 0 without a promise
   * @param value the result; the error if it failed
   */
  ended(call: MeasuredCall, waitMs: number, value: unknown, failed: boolean): void;
  concluded?(value: unknown, failed: boolean): void;
}

/** Creates probes, and tracks nested and overlapping calls across all of them. */
export interface Probes {
  /**
   * @param isAsync whether the dispatch awaits promises
   * @param only position of the single callback to measure, and the number of calls it represents; by default all are
   *   measured, each with a weight of 1
   */
  create(
    entry: HookEntry,
    isAsync: boolean,
    listener: CallListener,
    only?: { position: number; weight: number },
  ): Probe;
  /** Runs a nested dispatch without adding its time to the callback that made it. */
  nest<Result>(work: () => Result): Result;
}

/** Measured callback. Its numbers change while it runs. */
interface Step {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  readonly weight: number;
  selfMs: number;
  waitingSince: number;
  overlapped: boolean;
}

export function createProbes(gate: Gate): Probes {
  /** Innermost measured callback that is running. */
  let running: Step | undefined;
  const waiting = new Set<Step>();

  function wait(step: Step): void {
    for (const other of waiting) other.overlapped = true;
    step.overlapped = waiting.size > 0;
    waiting.add(step);
  }

  return {
    create(entry, isAsync, listener, only) {
      let step: Step | undefined;
      let outer: Step | undefined;
      let called = 0;

      return {
        begin(record) {
          if (only !== undefined && called++ !== only.position) return;
          step = {
            entry,
            record,
            weight: only?.weight ?? 1,
            selfMs: 0,
            waitingSince: 0,
            overlapped: false,
          };
          outer = running;
          running = step;
          // Force nested dispatches onto the slow path, so that their time can be subtracted.
          gate.force();
          step.selfMs = -performance.now();
        },

        ended(value, failed) {
          if (step === undefined || running !== step) return;
          const end = performance.now();
          gate.release();
          running = outer;
          step.selfMs = Math.max(0, step.selfMs + end);
          if (isAsync && !failed && isThenable(value)) {
            step.waitingSince = end;
            wait(step);
          } else {
            listener.ended(step, 0, value, failed);
          }
        },

        settled(value, failed) {
          if (step === undefined || !waiting.delete(step)) return;
          listener.ended(step, performance.now() - step.waitingSince, value, failed);
        },

        concluded: (value, failed) => listener.concluded?.(value, failed),
      };
    },

    nest(work) {
      if (!running) return work();
      const outer = running;
      const start = performance.now();
      try {
        return work();
      } finally {
        outer.selfMs -= performance.now() - start;
      }
    },
  };
}
