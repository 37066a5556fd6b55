import type { HookEntry, HookRecord } from './entry.js';
import type { Gate } from './gate.js';
import { isThenable } from './outcome.js';

/** Measures the calls of one dispatch, one after the other. */
export interface Probe {
  /** The callback is called next. */
  begin(record: HookRecord): void;
  /** It has returned, or failed with an error. */
  ended(value: unknown, failed: boolean): void;
  /** The promise that it returned has settled. */
  settled(value: unknown, failed: boolean): void;
  /** The run has taken in what it came to: the value is now this one, or this error was its end. */
  concluded(value: unknown, failed: boolean): void;
}

/** One measured call, times in milliseconds. */
export interface MeasuredCall {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  /** For how many calls it stands. */
  readonly weight: number;
  /** Until the callback returned, without the hooks that it dispatched meanwhile. */
  readonly selfMs: number;
  /** Whether another measured call was waiting for its promise at the same time. */
  readonly overlapped: boolean;
}

/** Is told of each call in turn. */
export interface CallListener {
  /**
   * @param waitMs from the return of the callback until its promise settled; 0 without one
   * @param value what it came to; the error, if it failed
   */
  ended(call: MeasuredCall, waitMs: number, value: unknown, failed: boolean): void;
  concluded?(value: unknown, failed: boolean): void;
}

/** Makes probes, and keeps the books that their calls have in common. */
export interface Probes {
  /**
   * @param isAsync whether the dispatch waits for promises
   * @param only the one callback to measure, and for how many calls it stands; all, each for itself, without it
   */
  create(
    entry: HookEntry,
    isAsync: boolean,
    listener: CallListener,
    only?: { position: number; weight: number },
  ): Probe;
  /** Does the work of a dispatch without charging it to the callback that made it. */
  nest<Result>(work: () => Result): Result;
}

/** A measured callback; the numbers change while it runs. */
interface Step {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  readonly weight: number;
  selfMs: number;
  waitingSince: number;
  overlapped: boolean;
}

export function createProbes(gate: Gate): Probes {
  /** The measured callback that is running now, innermost. */
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
          // What this callback dispatches has to come by here, so that its time can be taken off.
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
