import type { HookEntry, HookRecord } from './entry.js';
import { describeCulprit } from './failures.js';
import { HookError } from './hook-error.js';

export type Warn = (message: string, detail: Record<string, unknown>) => void;

/** Handling of callback results, the same in both tiers. */
export interface Outcome {
  /**
   * Returns the next value of a synchronous run: the result of a filter callback, or the current value.
   *
   * @throws HookError `hook_promise_in_sync_run` when strict
   */
  settle(entry: HookEntry, record: HookRecord, value: unknown, result: unknown): unknown;
  /** Returns the next value of an asynchronous run, once `result` has been awaited. */
  settleAwaited(entry: HookEntry, record: HookRecord, value: unknown, result: unknown): unknown;
  /** @throws HookError `hook_invalid_value` if a filter does not accept the result of its callback */
  check(entry: HookEntry, record: HookRecord, result: unknown): void;
  /** Returns a callback's answer in a synchronous run; undefined if it has none. @throws like `settle` */
  answer(entry: HookEntry, record: HookRecord, result: unknown): unknown;
  /** Warns developers about a faulty callback, once per callback. */
  warnOnce(entry: HookEntry, record: HookRecord, message: string): void;
}

/**
 * @param strict throws when a synchronous run gets a promise, and warns when a filter callback returns nothing.
 *   Otherwise the value is kept in both cases and only the promise causes a warning. Each callback causes a single
 *   warning.
 */
export function createOutcome({ strict, warn }: { strict: boolean; warn: Warn }): Outcome {
  const warned = new WeakSet<HookRecord>();

  function warnOnce(entry: HookEntry, record: HookRecord, message: string): void {
    if (warned.has(record)) return;
    warned.add(record);
    warn(message, { ...describeCulprit(entry, record) });
  }

  function keep(entry: HookEntry, record: HookRecord, value: unknown): unknown {
    if (entry.policy.undefinedReplaces) return undefined;
    if (strict) {
      warnOnce(
        entry,
        record,
        `A callback of ${record.owner} on the filter "${entry.name}" returned nothing, so the value was kept. Return the value, changed or not.`,
      );
    }
    return value;
  }

  function refuse(entry: HookEntry, record: HookRecord, promise: PromiseLike<unknown>): void {
    const [dispatched, verb] = entry.kind === 'action' ? ['fired', 'doActionAsync'] : ['applied', 'applyFiltersAsync'];
    const message = `A callback of ${record.owner} on the ${entry.kind} "${entry.name}" returned a promise, but the ${entry.kind} was ${dispatched} synchronously. Make the callback synchronous, or use ${verb}.`;
    // Nothing awaits this promise, so its rejection must be handled here or it would end the process.
    promise.then(undefined, (error: unknown) =>
      warn(`The promise of ${record.owner} that "${entry.name}" did not wait for was rejected.`, {
        ...describeCulprit(entry, record),
        error,
      }),
    );
    if (strict) throw new HookError('hook_promise_in_sync_run', message);
    warnOnce(entry, record, message);
  }

  function settleAwaited(entry: HookEntry, record: HookRecord, value: unknown, result: unknown): unknown {
    if (entry.kind === 'action') return value;
    return result === undefined ? keep(entry, record, value) : result;
  }

  return {
    warnOnce,
    settleAwaited,

    settle(entry, record, value, result) {
      if (typeof result !== 'object' || result === value || !isThenable(result)) {
        return settleAwaited(entry, record, value, result);
      }
      refuse(entry, record, result);
      return value;
    },

    check({ name, kind, policy: { accepts } }, { owner }, result) {
      if (accepts === null || result === undefined || kind === 'action' || accepts(result)) return;
      throw new HookError(
        'hook_invalid_value',
        `A callback of ${owner} on the filter "${name}" returned an invalid value: ${describe(result)}.`,
      );
    },

    answer(entry, record, result) {
      if (!isThenable(result)) return result;
      refuse(entry, record, result);
      return undefined;
    },
  };
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? `an object of ${value.constructor?.name ?? 'no class'}` : `a ${typeof value}`;
}
