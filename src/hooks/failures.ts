import type { Breaker } from './breaker.js';
import type { HookEntry, HookRecord } from './entry.js';
import { ThrownValueError, textOf } from './hook-error.js';
import type { HookKind } from './names.js';

/** Callback that caused an error. */
export interface Culprit {
  readonly kind: HookKind;
  readonly hook: string;
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
}

/** Error that did not end its run. */
export interface CallbackFailure extends Culprit {
  readonly error: unknown;
}

/** Error handling of callbacks, the same in both tiers. */
export interface Failures {
  /**
   * Applies the hook's error policy to an error.
   * @returns whether the run continues with the next callback
   * @throws the error itself under the policy `throw`, wrapped in a ThrownValueError if it is not an object
   */
  survives(entry: HookEntry, record: HookRecord, error: unknown): boolean;
  /** Returns the innermost callback that threw this error, if it passed through a hook. */
  culpritOf(error: unknown): Culprit | undefined;
}

/**
 * @param report receives every error that is not rethrown
 * @param warn receives warnings for developers about likely mistakes
 */
export function createFailures({
  report,
  warn,
  breaker,
}: {
  report: (failure: CallbackFailure) => void;
  warn: (entry: HookEntry, record: HookRecord, message: string) => void;
  breaker: Breaker;
}): Failures {
  const culprits = new WeakMap<object, Culprit>();

  return {
    survives(entry, record, error) {
      const culprit = describeCulprit(entry, record);
      const failure = isObject(error) ? error : new ThrownValueError(error, culprit);
      if (!culprits.has(failure)) culprits.set(failure, culprit);
      if (isFrozenMutation(error)) {
        warn(
          entry,
          record,
          `A callback of ${record.owner} on the ${entry.kind} "${entry.name}" tried to change what it was given. Return a changed copy in its place.`,
        );
      }
      if (entry.policy.onError === 'throw') throw failure;
      report({ ...culprit, error });
      breaker.failed(entry, record);
      return entry.policy.onError === 'isolate';
    },
    culpritOf: (error) => (isObject(error) ? culprits.get(error) : undefined),
  };
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

export function describeCulprit({ kind, name }: HookEntry, { owner, id, priority }: HookRecord): Culprit {
  return { kind, hook: name, owner, id, priority };
}

/** Matches V8's messages for writing to, adding to and deleting from a frozen object. */
function isFrozenMutation(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /read only property|object is not extensible|Cannot delete property/.test(textOf(error))
  );
}
