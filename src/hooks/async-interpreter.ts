import { call, goOn, valueOfRun } from './call.js';
import { advance, type Cursor, createCursor, currentRecord } from './cursor.js';
import { createDeadlines, type Deadlines } from './deadlines.js';
import type { HookEntry, HookRecord } from './entry.js';
import type { Failures } from './failures.js';
import { HookTimeoutError } from './hook-error.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Probe } from './probe.js';
import type { OwnFrame, Running } from './running.js';

/** Interpreter for dispatches that await promises. */
export interface AsyncInterpreter {
  /**
   * Runs all callbacks, awaiting each promise before calling the next callback. Callbacks run synchronously up to the
   * first one that returns a promise.
   *
   * @param asks whether the first answer ends the run, as in `Interpreter.run`
   * @returns the same as the synchronous run, or a promise of it if a callback returned one; rejects instead of
   *   throwing
   */
  run(entry: HookEntry, args: unknown[], asks: boolean, probe?: Probe): unknown;
}

/** Progress of one dispatch. */
interface Run {
  readonly entry: HookEntry;
  readonly args: unknown[];
  readonly asks: boolean;
  readonly frame: OwnFrame;
  readonly probe: Probe | undefined;
  readonly deadlines: Deadlines | undefined;
  /** Whether the run has no probe and no deadline, and uses return values as they are. */
  readonly isPlain: boolean;
  readonly cursor: Cursor;
  /** Callback called last, and its promise if it returned one. */
  record: HookRecord | undefined;
  pending: PromiseLike<unknown> | undefined;
  /** Answer to a run that asks, or the value with which a policy ended the run. */
  ended: { readonly value: unknown } | undefined;
}

export function createAsyncInterpreter({
  outcome,
  failures,
  running,
  maxSteps,
}: {
  outcome: Outcome;
  failures: Failures;
  running: Running;
  maxSteps: number;
}): AsyncInterpreter {
  /** @throws the error of the callback, or HookTimeoutError if no time is left for it */
  function callWatched({ args, probe, deadlines }: Run, record: HookRecord): unknown {
    deadlines?.check();
    probe?.begin(record);
    const makeCall = () => call(record.callback, args);
    const result = deadlines === undefined ? makeCall() : deadlines.call(record, makeCall);
    probe?.ended(result, false);
    return result;
  }

  async function waitWatched({ probe, deadlines }: Run, pending: PromiseLike<unknown>): Promise<unknown> {
    const result = await (deadlines === undefined ? pending : deadlines.wait(pending));
    probe?.settled(result, false);
    return result;
  }

  /** Applies the result of a callback and advances to the next one. */
  function settle(run: Run, record: HookRecord, result: unknown): void {
    const { entry, args, asks, probe, deadlines } = run;
    if (run.isPlain && result !== undefined) {
      goOn(entry, args, result);
    } else {
      deadlines?.ended();
      if (!asks) goOn(entry, args, outcome.settleAwaited(entry, record, args[0], result));
      else if (result !== undefined) run.ended = { value: result };
      probe?.concluded(run.ended ? result : args[0], false);
    }
    advance(entry, run.cursor);
  }

  /** Handles a callback that failed. @throws the error, if the policy says so */
  function fail(run: Run, record: HookRecord, error: unknown): void {
    const { entry, args, probe, deadlines } = run;
    probe?.ended(error, true);
    probe?.settled(error, true);
    probe?.concluded(error, true);
    deadlines?.ended();
    const goesOn = failures.survives(entry, record, error);
    const isOutOfTime = error instanceof HookTimeoutError && error.code === 'hook_budget_exhausted';
    if (!goesOn || isOutOfTime) run.ended = { value: valueOfRun(entry, args) };
    advance(entry, run.cursor);
  }

  /**
   * Calls callbacks until one returns a promise.
   * @returns true if one did; false if the run is over
   */
  function callOn(run: Run): boolean {
    const { entry } = run;
    running.enter(entry);
    try {
      while (run.ended === undefined) {
        const record = currentRecord(entry, run.cursor);
        if (record === undefined) return false;
        run.record = record;
        let result: unknown;
        try {
          result = run.isPlain ? call(record.callback, run.args) : callWatched(run, record);
          if (entry.policy.accepts !== null && !isThenable(result)) outcome.check(entry, record, result);
        } catch (error) {
          fail(run, record, error);
          continue;
        }
        if (isThenable(result)) {
          run.pending = result;
          return true;
        }
        settle(run, record, result);
      }
      return false;
    } finally {
      running.leave();
    }
  }

  async function finish(run: Run): Promise<unknown> {
    try {
      do {
        const pending = run.pending as PromiseLike<unknown>;
        let result: unknown;
        try {
          result = await (run.isPlain ? pending : waitWatched(run, pending));
          outcome.check(run.entry, run.record as HookRecord, result);
        } catch (error) {
          fail(run, run.record as HookRecord, error);
          continue;
        }
        settle(run, run.record as HookRecord, result);
      } while (callOn(run));
      return resultOf(run);
    } finally {
      run.frame.finished = true;
    }
  }

  function begin(run: Run): unknown {
    try {
      if (callOn(run)) return finish(run);
    } catch (error) {
      run.frame.finished = true;
      return Promise.reject(error);
    }
    run.frame.finished = true;
    return resultOf(run);
  }

  return {
    run(entry, args, asks, probe) {
      let frame: OwnFrame;
      try {
        frame = running.open(entry);
      } catch (error) {
        return Promise.reject(error);
      }
      const deadlines = entry.isTimed ? createDeadlines(entry, frame, running) : undefined;
      const run: Run = {
        entry,
        args,
        asks,
        frame,
        probe,
        deadlines,
        isPlain: !asks && probe === undefined && deadlines === undefined,
        cursor: createCursor(entry, maxSteps),
        record: undefined,
        pending: undefined,
        ended: undefined,
      };
      return running.inside(frame, begin, run);
    },
  };
}

function resultOf({ ended, entry, args }: Run): unknown {
  return ended === undefined ? valueOfRun(entry, args) : ended.value;
}
