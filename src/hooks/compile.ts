import { SyncBailHook, SyncWaterfallHook } from 'tapable';
import { goOn, valueOfRun } from './call.js';
import { advance, type Cursor } from './cursor.js';
import type { Callback, HookEntry, HookRecord } from './entry.js';
import type { Failures } from './failures.js';
import type { Interpreter } from './interpreter.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Running } from './running.js';

/** Dependencies of compiled code. */
export interface CompilerParts {
  readonly interpreter: Interpreter;
  readonly outcome: Outcome;
  readonly failures: Failures;
  readonly running: Running;
  readonly strict: boolean;
  readonly maxSteps: number;
}

/** Ends a straight run early and hands it to the interpreter. */
const STOP = Symbol('stop');

/**
 * Compiles the synchronous dispatch of one hook to straight-line code. The code is valid for the hook's current
 * callbacks and a fixed number of arguments (at most MAX_ARITY). tapable generates it. Since tapable cannot remove
 * taps, each list of callbacks gets its own tapable hook.
 *
 * Each callback is tapped at its own call site, where the engine can inline it. A guard between two callbacks records
 * the position and stops the run if the list has changed or a promise was returned. The interpreter then settles
 * every unusual case, errors included, and finishes the run. So the compiled tier is as correct as the interpreter,
 * and pays for it with two comparisons per callback.
 *
 * A filter is a waterfall hook, where a callback that returns nothing keeps the value. An action is a bail hook: its
 * callbacks rarely return anything, and a result must be inspected because it may be a promise.
 *
 * @returns a function that takes `arity` arguments and returns the value of a filter
 * @throws EvalError on the first call, if code generation from strings is disallowed
 */
export function compile(
  entry: HookEntry,
  arity: number,
  { interpreter, outcome, failures, running, strict, maxSteps }: CompilerParts,
): Callback {
  const { records } = entry;
  const isFilter = entry.kind === 'filter';
  // State of the innermost run in flight. Runs nest but never overlap.
  let position = 0;
  let value: unknown;
  let last: unknown;

  const argumentNames = Array.from({ length: arity }, (_, index) => `argument${index}`) as string[] & { 0: string };
  const hook = isFilter
    ? new SyncWaterfallHook<unknown[]>(argumentNames)
    : new SyncBailHook<unknown[], unknown>(argumentNames);

  function guardFilter(index: number): Callback {
    return (current) => {
      if (entry.records !== records || typeof current === 'object') inspect(current);
      position = index;
      value = current;
      return undefined;
    };
  }

  /** Stops the run if the list has changed, or if the callback at `position` has returned a promise. */
  function inspect(current: unknown): void {
    if (entry.records === records && isTaken(current)) return;
    last = current;
    throw STOP;
  }

  /** Whether an object can be used as the value. A promise cannot, unless it is the filtered value itself. */
  function isTaken(result: unknown): boolean {
    return result === value || !isThenable(result);
  }

  function guardAction(index: number): Callback {
    return () => {
      if (entry.records !== records) return STOP;
      position = index;
      return undefined;
    };
  }

  for (const [index, record] of records.entries()) {
    const options = { name: record.owner, stage: index };
    if (index > 0) hook.tap(options, isFilter ? guardFilter(index) : guardAction(index));
    hook.tap(options, strict ? reporting(record) : record.callback);
  }

  /** Reports callbacks that return nothing, which a waterfall hook silently ignores. */
  function reporting(record: HookRecord): Callback {
    return (...args) => {
      const result = record.callback(...args);
      if (result === undefined) outcome.settleAwaited(entry, record, undefined, undefined);
      return result;
    };
  }

  /** Runs the callbacks after `position`. */
  function finish(args: unknown[]): unknown {
    const cursor: Cursor = { records, index: position, left: records.length - position - 1 + maxSteps, done: null };
    advance(entry, cursor);
    return interpreter.run(entry, args, false, undefined, cursor);
  }

  /** Settles the result of the callback at `position` and finishes the run. */
  function settle(result: unknown, args: unknown[]): unknown {
    goOn(entry, args, outcome.settle(entry, records[position] as HookRecord, value, result));
    return finish(args);
  }

  /** Continues after a throw: either STOP from a guard, or the error of the callback at `position`. */
  function recover(error: unknown, args: unknown[]): unknown {
    if (error === STOP) return settle(last, args);
    goOn(entry, args, value);
    return failures.survives(entry, records[position] as HookRecord, error) ? finish(args) : valueOfRun(entry, args);
  }

  /** Finishes a run that left the straight path. */
  function finishRun(
    result: unknown,
    hasThrown: boolean,
    outerPosition: number,
    outerValue: unknown,
    ...padded: unknown[]
  ): unknown {
    const args = padded.slice(0, arity);
    try {
      if (hasThrown) return recover(result, args);
      if (isFilter && entry.records === records && isTaken(result)) return result;
      return settle(result === STOP ? undefined : result, args);
    } finally {
      leave(outerPosition, outerValue);
    }
  }

  /** Ends the innermost run and restores the state of the enclosing one. */
  function leave(outerPosition: number, outerValue: unknown): void {
    running.leave();
    position = outerPosition;
    value = outerValue;
  }

  // Engines inline small functions, so the rare cases are in separate functions.
  return (a, b, c, d) => {
    const outerPosition = position;
    const outerValue = value;
    running.enter(entry);
    position = 0;
    value = a;
    let result: unknown;
    let hasThrown = false;
    try {
      // The generated function has `arity` parameters and ignores the rest.
      result = hook.call(a, b, c, d);
    } catch (error) {
      result = error;
      hasThrown = true;
    }
    if (hasThrown || entry.records !== records || (isFilter ? typeof result === 'object' : result !== undefined)) {
      return finishRun(result, hasThrown, outerPosition, outerValue, a, b, c, d);
    }
    leave(outerPosition, outerValue);
    return result;
  };
}
