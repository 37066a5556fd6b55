import { SyncHook, SyncWaterfallHook } from 'tapable';
import { type Callback, type HookEntry, indexAfter } from './entry.js';
import type { Interpreter } from './interpreter.js';
import type { Outcome } from './outcome.js';
import { createTap } from './tap.js';

/**
 * The synchronous dispatch of one hook as straight-line code, for its present callbacks and one number of arguments,
 * MAX_ARITY at most. tapable generates it; as tapable knows no removal, each list of callbacks gets a hook of its own.
 *
 * A run in flight whose list changes is taken over at its next tap: the interpreter does the rest, the remaining taps
 * do nothing. Runs nest but never overlap, so one flag serves them all: the run that sets it clears it before it
 * returns, and before any outer run goes on.
 *
 * @returns a function that takes `arity` arguments and returns the value of a filter
 * @throws EvalError on the first call, where code may not be generated from strings
 */
export function compile(
  entry: HookEntry,
  arity: number,
  { interpreter, outcome }: { interpreter: Interpreter; outcome: Outcome },
): Callback {
  const { kind, records } = entry;
  let takenOver = false;

  /** Runs what is behind the record at `index` now; what a tap returns after that is undefined, which keeps the value. */
  function takeOver(index: number, args: unknown[]): unknown {
    if (takenOver) return undefined;
    const last = records[index];
    const next = last === undefined ? 0 : indexAfter(entry.records, last, index);
    const value = interpreter.run(entry, args, next, records.length - (index + 1));
    takenOver = true;
    return value;
  }

  const argumentNames = Array.from({ length: arity }, (_, index) => `argument${index}`) as string[] & { 0: string };
  const hook =
    kind === 'filter'
      ? new SyncWaterfallHook<unknown[]>(argumentNames)
      : new SyncHook<unknown[], unknown>(argumentNames);
  for (const [index, record] of records.entries()) {
    const tap = createTap({ entry, record, arity }, outcome.settle, (...args) => takeOver(index - 1, args));
    hook.tap({ name: record.owner, stage: record.priority }, tap);
  }

  return (a, b, c, d) => {
    // The generated function has `arity` parameters and does not see more than these.
    const value = hook.call(a, b, c, d);
    if (entry.records === records) return value;
    const args = [kind === 'filter' ? value : a, b, c, d].slice(0, arity);
    // Nobody has noticed yet when the last callback changed the list.
    const result = takenOver ? value : takeOver(records.length - 1, args);
    takenOver = false;
    return result;
  };
}
