import type { Dispatch } from './dispatch.js';
import type { HookEntry, HookKind } from './entry.js';
import type { Listeners } from './listeners.js';

interface Observed {
  readonly kind: HookKind;
  readonly name: string;
  /** What was dispatched, the value of a filter first, as it was at the start. */
  readonly args: readonly unknown[];
}

/** A dispatch as an observer sees it: begun, ended with a value (undefined for actions), or ended with an error. */
export type DispatchEvent =
  | (Observed & { readonly phase: 'before' })
  | (Observed & { readonly phase: 'after'; readonly failed: false; readonly value: unknown })
  | (Observed & { readonly phase: 'after'; readonly failed: true; readonly error: unknown });

/**
 * Dispatches and tells observers before and after. They see values and cannot replace them; hooks that they dispatch
 * themselves are not observed, or every observer that logs through a hook would never end.
 */
export function createObservedDispatch(dispatch: Dispatch, observers: Listeners<DispatchEvent>): Dispatch {
  let telling = false;

  function tell(event: DispatchEvent): void {
    if (telling) return;
    telling = true;
    observers.emit(event);
    telling = false;
  }

  function begin(entry: HookEntry, args: unknown[]) {
    const observed: Observed = { kind: entry.kind, name: entry.name, args: Object.freeze([...args]) };
    tell({ ...observed, phase: 'before' });
    return {
      succeed(value: unknown) {
        tell({ ...observed, phase: 'after', failed: false, value });
        return value;
      },
      fail(error: unknown) {
        tell({ ...observed, phase: 'after', failed: true, error });
        return error;
      },
    };
  }

  return {
    sync(entry, ...args) {
      const observation = begin(entry, args);
      let value: unknown;
      try {
        value = dispatch.sync(entry, ...args);
      } catch (error) {
        throw observation.fail(error);
      }
      return observation.succeed(value);
    },

    async async(entry, ...args) {
      const observation = begin(entry, args);
      let value: unknown;
      try {
        value = await dispatch.async(entry, ...args);
      } catch (error) {
        throw observation.fail(error);
      }
      return observation.succeed(value);
    },
  };
}
