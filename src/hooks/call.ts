import type { Callback, HookEntry } from './entry.js';
import { freezeDeep } from './freeze.js';

/** Calls a function with an array of arguments. Passing up to three one by one saves the engine a spread. */
export function call(callback: Callback, args: readonly unknown[]): unknown {
  switch (args.length) {
    case 0:
      return callback();
    case 1:
      return callback(args[0]);
    case 2:
      return callback(args[0], args[1]);
    case 3:
      return callback(args[0], args[1], args[2]);
    default:
      return callback(...args);
  }
}

/** Returns the result of a run: the value of a filter, undefined for an action. */
export function valueOfRun(entry: HookEntry, args: readonly unknown[]): unknown {
  return entry.kind === 'filter' ? args[0] : undefined;
}

/** Replaces the current value of a filter. An action may have no arguments, and must not gain one. */
export function goOn({ kind, policy }: HookEntry, args: unknown[], value: unknown): void {
  if (kind !== 'filter') return;
  args[0] = value;
  if (policy.freezes) freezeDeep(value);
}
