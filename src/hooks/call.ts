import type { Callback, HookEntry } from './entry.js';
import { freezeDeep } from './freeze.js';

/** Calls with an array of arguments; passing the usual few one by one spares the engine the array. */
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

/** What a run has come to: the value of a filter, nothing for an action. */
export function valueOfRun(entry: HookEntry, args: readonly unknown[]): unknown {
  return entry.kind === 'filter' ? args[0] : undefined;
}

/** Makes a value that of the run. An action may have no arguments at all, and must not gain one. */
export function goOn({ kind, policy }: HookEntry, args: unknown[], value: unknown): void {
  if (kind !== 'filter') return;
  args[0] = value;
  if (policy.freezes) freezeDeep(value);
}
