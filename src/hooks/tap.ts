import type { Callback, HookEntry, HookRecord } from './entry.js';

/**
 * What compiled code calls for one record: the callback, between two questions that keep the compiled tier as correct
 * as the interpreter. Is the list still the one that was compiled? Is the result one to look at?
 *
 * There is a function for each number of arguments, since one with a rest parameter makes an array per call.
 *
 * @param settle decides about results that are not plain, see `Outcome`
 * @param takeOver goes on with the run after a change of the list
 */
export function createTap(
  { entry, record, arity }: { entry: HookEntry; record: HookRecord; arity: number },
  settle: (entry: HookEntry, record: HookRecord, value: unknown, result: unknown) => unknown,
  takeOver: (...args: unknown[]) => unknown,
): Callback {
  const { callback } = record;
  const { records } = entry;
  switch (arity) {
    case 0:
      return () => {
        if (entry.records !== records) return takeOver();
        const result = callback();
        return isPlain(result) ? result : settle(entry, record, undefined, result);
      };
    case 1:
      return (a) => {
        if (entry.records !== records) return takeOver(a);
        const result = callback(a);
        return isPlain(result) ? result : settle(entry, record, a, result);
      };
    case 2:
      return (a, b) => {
        if (entry.records !== records) return takeOver(a, b);
        const result = callback(a, b);
        return isPlain(result) ? result : settle(entry, record, a, result);
      };
    case 3:
      return (a, b, c) => {
        if (entry.records !== records) return takeOver(a, b, c);
        const result = callback(a, b, c);
        return isPlain(result) ? result : settle(entry, record, a, result);
      };
    default:
      return (a, b, c, d) => {
        if (entry.records !== records) return takeOver(a, b, c, d);
        const result = callback(a, b, c, d);
        return isPlain(result) ? result : settle(entry, record, a, result);
      };
  }
}

/** Neither missing nor possibly a promise. */
function isPlain(result: unknown): boolean {
  return result !== undefined && typeof result !== 'object';
}
