import type { HookEntry } from './entry.js';
import type { Listeners } from './listeners.js';
import type { HookKind } from './names.js';

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
 * Tells observers that a dispatch begins. They see values and cannot replace them; hooks that they dispatch themselves
 * are not observed, or every observer that logs through a hook would never end.
 *
 * @returns what tells them that it has ended, with a value or an error
 */
export type Observe = (entry: HookEntry, args: readonly unknown[]) => (value: unknown, failed: boolean) => void;

export function createObserve(observers: Listeners<DispatchEvent>): Observe {
  let telling = false;

  function tell(event: DispatchEvent): void {
    if (telling) return;
    telling = true;
    observers.emit(event);
    telling = false;
  }

  return ({ kind, name }, args) => {
    const observed: Observed = { kind, name, args: Object.freeze([...args]) };
    tell({ ...observed, phase: 'before' });
    return (value, failed) => {
      tell(
        failed ? { ...observed, phase: 'after', failed, error: value } : { ...observed, phase: 'after', failed, value },
      );
    };
  };
}
