import { SyncHook, SyncWaterfallHook } from 'tapable';
import { type Callback, type HookEntry, type HookRecord, indexAfter } from './entry.js';
import type { Interpreter } from './interpreter.js';
import type { Outcome } from './outcome.js';

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
  const { records } = entry;
  let takenOver = false;

  function takeOver(args: unknown[], last: HookRecord | undefined, index: number): unknown {
    if (takenOver) return undefined;
    const value = interpreter.run(entry, args, last === undefined ? 0 : indexAfter(entry.records, last, index));
    takenOver = true;
    return value;
  }

  const argumentNames = Array.from({ length: arity }, (_, index) => `argument${index}`) as string[] & { 0: string };
  const hook =
    entry.kind === 'filter'
      ? new SyncWaterfallHook<unknown[]>(argumentNames)
      : new SyncHook<unknown[], unknown>(argumentNames);
  const tap = entry.kind === 'filter' ? filterTap : actionTap;
  for (const [index, record] of records.entries())
    hook.tap({ name: record.owner, stage: record.priority }, tap(record, index));

  function filterTap(record: HookRecord, index: number) {
    const { callback } = record;
    const previous = records[index - 1];
    return (value: unknown, ...args: unknown[]) => {
      if (entry.records !== records) return takeOver([value, ...args], previous, index - 1);
      return outcome.ofFilter(entry, record, value, callback(value, ...args));
    };
  }

  function actionTap(record: HookRecord, index: number) {
    const { callback } = record;
    const previous = records[index - 1];
    return (...args: unknown[]) => {
      if (entry.records !== records) return takeOver([...args], previous, index - 1);
      outcome.ofAction(entry, record, callback(...args));
    };
  }

  const last = records.at(-1);
  return (...args) => {
    const value = hook.call(...args);
    if (entry.records === records) return value;
    const rest = entry.kind === 'filter' ? [value, ...args.slice(1)] : [...args];
    const result = takenOver ? value : takeOver(rest, last, records.length - 1);
    takenOver = false;
    return result;
  };
}
