import { call, goOn, valueOfRun } from './call.js';
import { createDeadlines, type Deadlines } from './deadlines.js';
import { type HookEntry, type HookRecord, indexAfter } from './entry.js';
import type { Failures } from './failures.js';
import { HookTimeoutError } from './hook-error.js';
import { endlessRun } from './interpreter.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Probe } from './probe.js';
import type { Frame, Running } from './running.js';

/** The interpreter for runs that wait for promises. */
export interface AsyncInterpreter {
  /**
   * Runs all callbacks, waiting for each promise before the next. Nothing waits without a promise: the callbacks up to
   * the first that returns one have run when this returns.
   *
   * @param asks whether the first answer ends the run, as in `Interpreter.ask`
   * @returns a promise of what the synchronous run returns; it never throws, it rejects
   */
  run(entry: HookEntry, args: unknown[], asks: boolean, probe?: Probe): Promise<unknown>;
}

/** One run, between two of its callbacks. */
interface Run {
  readonly entry: HookEntry;
  readonly args: unknown[];
  readonly asks: boolean;
  readonly frame: Frame;
  readonly probe: Probe | undefined;
  readonly deadlines: Deadlines | undefined;
  /** Callbacks it may still call. */
  left: number;
  /** Where the next callback stands, or the one whose promise is awaited. */
  index: number;
}

/** What a run has come to when it is over, as there may be no value. */
type Ended = { readonly value: unknown } | undefined;

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
  function callNext({ args, probe, deadlines }: Run, record: HookRecord): unknown {
    probe?.begin(record);
    const result =
      deadlines === undefined ? call(record.callback, args) : deadlines.call(record, () => call(record.callback, args));
    probe?.ended(result, false);
    return result;
  }

  /** Takes in what a callback has come to, and goes to the next place. */
  function settle(run: Run, record: HookRecord, result: unknown): Ended {
    const { entry, args, asks } = run;
    run.deadlines?.ended();
    if (asks && result !== undefined) return { value: result };
    if (!asks) goOn(entry, args, outcome.settleAwaited(entry, record, args[0], result));
    run.index = indexAfter(entry.records, record, run.index);
    return undefined;
  }

  /** The same for a callback that failed. @throws the error, if the policy says so */
  function fail(run: Run, record: HookRecord, error: unknown): Ended {
    const { entry } = run;
    run.deadlines?.ended();
    const goesOn = failures.survives(entry, record, error);
    const isOutOfTime = error instanceof HookTimeoutError && error.code === 'hook_budget_exhausted';
    if (!goesOn || isOutOfTime) return { value: result(run) };
    run.index = indexAfter(entry.records, record, run.index);
    return undefined;
  }

  const result = ({ entry, args }: Run) => valueOfRun(entry, args);

  /**
   * Calls callbacks until one returns a promise, or until the run is over.
   * @throws what a callback throws, if the policy lets it
   */
  function advance(run: Run): Ended | { readonly record: HookRecord; readonly pending: PromiseLike<unknown> } {
    const { entry, deadlines } = run;
    running.enter(entry);
    try {
      for (let record = entry.records[run.index]; record !== undefined; record = entry.records[run.index]) {
        if (run.left-- === 0) throw endlessRun(entry, record, maxSteps);
        let ended: Ended;
        try {
          deadlines?.check();
          const returned = callNext(run, record);
          if (isThenable(returned)) return { record, pending: returned };
          ended = settle(run, record, returned);
        } catch (error) {
          run.probe?.ended(error, true);
          ended = fail(run, record, error);
        }
        if (ended) return ended;
      }
      return { value: result(run) };
    } finally {
      running.leave();
    }
  }

  async function finish(run: Run, record: HookRecord, pending: PromiseLike<unknown>): Promise<unknown> {
    const { probe, deadlines, frame } = run;
    try {
      for (;;) {
        let ended: Ended;
        try {
          const value = await (deadlines === undefined ? pending : deadlines.wait(pending));
          probe?.settled(value, false);
          ended = settle(run, record, value);
        } catch (error) {
          probe?.settled(error, true);
          ended = fail(run, record, error);
        }
        if (ended) return ended.value;
        const next = advance(run);
        if (next === undefined || 'value' in next) return next?.value;
        ({ record, pending } = next);
      }
    } finally {
      frame.finished = true;
    }
  }

  function begin(run: Run): Promise<unknown> {
    try {
      const next = advance(run);
      if (next !== undefined && 'pending' in next) return finish(run, next.record, next.pending);
      run.frame.finished = true;
      return Promise.resolve(next?.value);
    } catch (error) {
      run.frame.finished = true;
      return Promise.reject(error);
    }
  }

  return {
    run(entry, args, asks, probe) {
      let frame: Frame;
      try {
        frame = running.open(entry);
      } catch (error) {
        return Promise.reject(error);
      }
      const deadlines = entry.isTimed ? createDeadlines(entry, frame, running) : undefined;
      const left = entry.records.length + maxSteps;
      return running.inside(frame, begin, { entry, args, asks, frame, probe, deadlines, left, index: 0 });
    },
  };
}
