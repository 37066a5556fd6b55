import { SyncBailHook, SyncWaterfallHook } from 'tapable';
import { goOn, valueOfRun } from './call.js';
import { advance, type Cursor } from './cursor.js';
import type { Callback, HookEntry, HookRecord } from './entry.js';
import type { Failures } from './failures.js';
import type { Interpreter } from './interpreter.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Running } from './running.js';

/** What compiled code works with. */
export interface CompilerParts {
  readonly interpreter: Interpreter;
  readonly outcome: Outcome;
  readonly failures: Failures;
  readonly running: Running;
  readonly strict: boolean;
  readonly maxSteps: number;
}

/** Ends a straight run early: the interpreter has to look at it. */
const STOP = Symbol('stop');

/**
 * The synchronous dispatch of one hook as straight-line code, for its present callbacks and one number of arguments,
 * MAX_ARITY at most. tapable generates it; as tapable knows no removal, each list of callbacks gets a hook of its own.
 *
 * The callbacks themselves are tapped, each at a call site of its own, where the engine can inline them. Between two of
 * them stands a guard: it notes how far the run has come, and stops it when the list has changed or a promise has come
 * back. Whatever is out of the ordinary, errors included, is then settled as the interpreter would, which does the rest
 * of the run. So the compiled tier is as correct as the interpreter, and pays for it with two comparisons a callback.
 *
 * A filter is a waterfall, where what returns nothing keeps the value. An action is a bail hook: callbacks of actions
 * rarely return anything, and what they return must be looked at, as it may be a promise.
 *
 * @returns a function that takes `arity` arguments and returns the value of a filter
 * @throws EvalError on the first call, where code may not be generated from strings
 */
export function compile(
  entry: HookEntry,
  arity: number,
  { interpreter, outcome, failures, running, strict, maxSteps }: CompilerParts,
): Callback {
  const { records } = entry;
  const isFilter = entry.kind === 'filter';
  // Of the innermost run that is in flight; runs nest but never overlap.
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

  /** Whether an object can be taken as it is. A promise cannot, unless it is the very value that was filtered. */
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

  /** Developers hear about callbacks that return nothing; a waterfall would keep that to itself. */
  function reporting(record: HookRecord): Callback {
    return (...args) => {
      const result = record.callback(...args);
      if (result === undefined) outcome.settleAwaited(entry, record, undefined, undefined);
      return result;
    };
  }

  /** Does the rest of a run behind the callback at `position`. */
  function finish(args: unknown[]): unknown {
    const cursor: Cursor = { records, index: position, left: records.length - position - 1 + maxSteps, done: null };
    advance(entry, cursor);
    return interpreter.run(entry, args, false, undefined, cursor);
  }

  /** Goes on behind a callback whose result is to be looked at. */
  function settle(result: unknown, args: unknown[]): unknown {
    goOn(entry, args, outcome.settle(entry, records[position] as HookRecord, value, result));
    return finish(args);
  }

  /** Goes on after something was thrown: the sign of a guard, or the error of the callback at `position`. */
  function recover(error: unknown, args: unknown[]): unknown {
    if (error === STOP) return settle(last, args);
    goOn(entry, args, value);
    return failures.survives(entry, records[position] as HookRecord, error) ? finish(args) : valueOfRun(entry, args);
  }

  /** Does what is left of a run that is out of the ordinary. */
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

  /** Ends the innermost run: the one around it, if any, is the innermost again. */
  function leave(outerPosition: number, outerValue: unknown): void {
    running.leave();
    position = outerPosition;
    value = outerValue;
  }

  // Engines inline what is small, all of a dispatch together: what is rare stands in functions of its own.
  return (a, b, c, d) => {
    const outerPosition = position;
    const outerValue = value;
    running.enter(entry);
    position = 0;
    value = a;
    let result: unknown;
    let hasThrown = false;
    try {
      // The generated function has `arity` parameters and does not see more than these.
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
