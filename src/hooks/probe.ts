import { call } from './call.js';
import type { HookEntry, HookRecord } from './entry.js';
import type { Gate } from './gate.js';
import { isThenable } from './outcome.js';

/** Makes the calls of one dispatch, and measures them. */
export interface Probe {
  /** Calls a callback. @throws what it throws */
  call(record: HookRecord, args: readonly unknown[]): unknown;
  /** The promise of the callback that was called last has settled. */
  settled(result: CallResult): void;
}

export type CallResult = { readonly value: unknown } | { readonly error: unknown };

/** One measured call, times in milliseconds. */
export interface MeasuredCall {
  readonly entry: HookEntry;
  readonly record: HookRecord;
  /** Until the callback returned, without the hooks that it dispatched meanwhile. */
  readonly selfMs: number;
  /** From then until its promise settled; 0 without one. */
  readonly waitMs: number;
  /** Whether another measured call was waiting at the same time. */
  readonly overlapped: boolean;
  readonly result: CallResult;
}

/** Makes probes, and keeps the books that their calls have in common. */
export interface Probes {
  /**
   * @param isAsync whether the dispatch waits for promises
   * @param finished is told of each call when it has ended, in order
   */
  create(entry: HookEntry, isAsync: boolean, finished: (call: MeasuredCall) => void): Probe;
  /** Does the work of a dispatch without charging it to the callback that made it. */
  nest<Result>(work: () => Result): Result;
}

interface Step {
  record: HookRecord;
  selfMs: number;
  nestedMs: number;
  waitingSince: number;
  overlapped: boolean;
}

export function createProbes(gate: Gate): Probes {
  /** The measured callback that is running now, innermost. */
  let running: Step | undefined;
  const waiting = new Set<Step>();

  function begin(record: HookRecord): { step: Step; stop: () => void } {
    const outer = running;
    const step: Step = { record, selfMs: 0, nestedMs: 0, waitingSince: 0, overlapped: false };
    running = step;
    // What this callback dispatches has to come by here, so that its time can be taken off.
    gate.force();
    const start = performance.now();
    const stop = () => {
      const end = performance.now();
      gate.release();
      running = outer;
      step.selfMs = Math.max(0, end - start - step.nestedMs);
      step.waitingSince = end;
    };
    return { step, stop };
  }

  function wait(step: Step): void {
    for (const other of waiting) other.overlapped = true;
    step.overlapped = waiting.size > 0;
    waiting.add(step);
  }

  return {
    create(entry, isAsync, finished) {
      let pending: Step | undefined;

      function finish({ record, selfMs, overlapped }: Step, waitMs: number, result: CallResult): void {
        finished({ entry, record, selfMs, waitMs, overlapped, result });
      }

      return {
        call(record, args) {
          const { step, stop } = begin(record);
          let value: unknown;
          try {
            value = call(record.callback, args);
          } catch (error) {
            stop();
            finish(step, 0, { error });
            throw error;
          }
          stop();
          if (isAsync && isThenable(value)) {
            pending = step;
            wait(step);
          } else {
            finish(step, 0, { value });
          }
          return value;
        },

        settled(result) {
          if (!pending) return;
          waiting.delete(pending);
          finish(pending, performance.now() - pending.waitingSince, result);
          pending = undefined;
        },
      };
    },

    nest(work) {
      if (!running) return work();
      const outer = running;
      const start = performance.now();
      try {
        return work();
      } finally {
        outer.nestedMs += performance.now() - start;
      }
    },
  };
}
