import { SyncHook, SyncWaterfallHook } from 'tapable';
import { type Callback, type HookEntry, type HookRecord, indexAfter } from './entry.js';
import type { Interpreter } from './interpreter.js';
import type { Outcome } from './outcome.js';

/** The most arguments that a dispatch is compiled for; those with more are rare and interpreted. */
export const MAX_ARITY = 6;

/**
 * The synchronous dispatch of one hook as straight-line code, for its present callbacks and one number of arguments.
 * tapable generates it; as tapable knows no removal, each list of callbacks gets a hook of its own.
 *
 * A run in flight whose list changes is taken over at the next tap: the interpreter does the rest, the remaining taps
 * do nothing. Runs nest but do not overlap, so that one flag per artefact tells them: whoever sets it returns to its
 * own dispatch, which clears it, before an outer run goes on.
 *
 * @returns a function that takes `arity` arguments and returns the value of a filter
 * @throws EvalError where code may not be generated from strings
 */
export function compile(
  entry: HookEntry,
  arity: number,
  { interpreter, outcome }: { interpreter: Interpreter; outcome: Outcome },
): Callback {
  const { kind, records } = entry;
  const settle = kind === 'filter' ? outcome.ofFilter : outcome.ofAction;
  let takenOver = false;

  function takeOver(args: unknown[], last: HookRecord | undefined, index: number): unknown {
    if (takenOver) return undefined;
    const value = interpreter.run(entry, args, last === undefined ? 0 : indexAfter(entry.records, last, index));
    takenOver = true;
    return value;
  }

  /** Each number of arguments has a function of its own: one with a rest parameter would make an array per call. */
  function tap(record: HookRecord, index: number): Callback {
    const { callback } = record;
    const isCurrent = () => entry.records === records;
    const otherwise = (...args: unknown[]) => takeOver(args, records[index - 1], index - 1);
    switch (arity) {
      case 0:
        return () => (isCurrent() ? settle(entry, record, undefined, callback()) : otherwise());
      case 1:
        return (a) => (isCurrent() ? settle(entry, record, a, callback(a)) : otherwise(a));
      case 2:
        return (a, b) => (isCurrent() ? settle(entry, record, a, callback(a, b)) : otherwise(a, b));
      case 3:
        return (a, b, c) => (isCurrent() ? settle(entry, record, a, callback(a, b, c)) : otherwise(a, b, c));
      case 4:
        return (a, b, c, d) => (isCurrent() ? settle(entry, record, a, callback(a, b, c, d)) : otherwise(a, b, c, d));
      default:
        return (...args) => (isCurrent() ? settle(entry, record, args[0], callback(...args)) : otherwise(...args));
    }
  }

  const argumentNames = Array.from({ length: arity }, (_, index) => `argument${index}`) as string[] & { 0: string };
  const hook =
    kind === 'filter'
      ? new SyncWaterfallHook<unknown[]>(argumentNames)
      : new SyncHook<unknown[], unknown>(argumentNames);
  for (const [index, record] of records.entries()) {
    hook.tap({ name: record.owner, stage: record.priority }, tap(record, index));
  }

  return (...args) => {
    const value = hook.call(...args);
    if (entry.records === records) return value;
    const rest = kind === 'filter' ? [value, ...args.slice(1)] : [...args];
    const result = takenOver ? value : takeOver(rest, records.at(-1), records.length - 1);
    takenOver = false;
    return result;
  };
}
