import { type HookEntry, type HookRecord, indexAfter } from './entry.js';
import { HookError } from './hook-error.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Frame } from './running.js';

/** Calls the callbacks of a hook one after the other and looks, after each of them, at the list as it is then. */
export interface Interpreter {
  /**
   * Runs from `index` to the end. `args` is the run's own array: its first element is the value of a filter and is
   * replaced on the way.
   *
   * @param expected how many callbacks the run had still to call when it began, or before its list changed
   * @returns the value of a filter; undefined for an action
   * @throws what a callback throws; HookError `hook_endless_run`, `hook_promise_in_sync_run`
   */
  run(entry: HookEntry, args: unknown[], index: number, expected: number): unknown;
  /**
   * The same inside `frame`, waiting for each promise before the next callback. Nothing waits without a promise: the
   * callbacks up to the first that returns one have run when this returns.
   *
   * @returns a promise of what `run` returns; it never throws, it rejects
   */
  runAsync(entry: HookEntry, args: unknown[], frame: Frame): Promise<unknown>;
}

export function createInterpreter({ outcome, maxSteps }: { outcome: Outcome; maxSteps: number }): Interpreter {
  function endless(entry: HookEntry, record: HookRecord): HookError {
    return new HookError(
      'hook_endless_run',
      `One run of the ${entry.kind} "${entry.name}" called ${maxSteps} callbacks more than it began with, the last of ${record.owner}. A callback that adds callbacks behind itself whenever it is called needs an end.`,
    );
  }

  async function resume(
    entry: HookEntry,
    args: unknown[],
    frame: Frame,
    pending: { record: HookRecord; index: number; left: number; result: PromiseLike<unknown> },
  ): Promise<unknown> {
    frame.base = 0;
    let { record, index, left } = pending;
    let result: unknown = pending.result;
    try {
      for (;;) {
        goOn(entry, args, outcome.settleAwaited(entry, record, args[0], isThenable(result) ? await result : result));
        index = indexAfter(entry.records, record, index);
        const next = entry.records[index];
        if (next === undefined) return valueOfRun(entry, args);
        if (left-- === 0) throw endless(entry, record);
        record = next;
        result = record.callback(...args);
      }
    } finally {
      frame.finished = true;
    }
  }

  return {
    run(entry, args, index, expected) {
      let left = expected + maxSteps;
      for (let record = entry.records[index]; record !== undefined; record = entry.records[index]) {
        if (left-- === 0) throw endless(entry, record);
        const result = record.callback(...args);
        goOn(entry, args, outcome.settle(entry, record, args[0], result));
        index = indexAfter(entry.records, record, index);
      }
      return valueOfRun(entry, args);
    },

    runAsync(entry, args, frame) {
      let left = entry.records.length + maxSteps;
      let index = 0;
      try {
        for (let record = entry.records[index]; record !== undefined; record = entry.records[index]) {
          if (left-- === 0) throw endless(entry, record);
          const result = record.callback(...args);
          if (isThenable(result)) return resume(entry, args, frame, { record, index, left, result });
          goOn(entry, args, outcome.settleAwaited(entry, record, args[0], result));
          index = indexAfter(entry.records, record, index);
        }
      } catch (error) {
        frame.finished = true;
        return Promise.reject(error);
      }
      frame.finished = true;
      return Promise.resolve(valueOfRun(entry, args));
    },
  };
}

function valueOfRun(entry: HookEntry, args: readonly unknown[]): unknown {
  return entry.kind === 'filter' ? args[0] : undefined;
}

/** An action may have no arguments at all, and must not gain one. */
function goOn(entry: HookEntry, args: unknown[], value: unknown): void {
  if (entry.kind === 'filter') args[0] = value;
}
