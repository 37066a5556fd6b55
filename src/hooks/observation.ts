import type { HookEntry } from './entry.js';
import type { Listeners } from './listeners.js';
import type { HookKind } from './names.js';

interface ObservedHook {
  readonly kind: HookKind;
  readonly name: string;
  /** Arguments at the start of the dispatch; the first one is the value of a filter. */
  readonly args: readonly unknown[];
}

/** Dispatch event for observers: started, ended with a value (undefined for actions), or ended with an error. */
export type DispatchEvent =
  | (ObservedHook & { readonly phase: 'before' })
  | (ObservedHook & { readonly phase: 'after'; readonly failed: false; readonly value: unknown })
  | (ObservedHook & { readonly phase: 'after'; readonly failed: true; readonly error: unknown });

/**
 * Notifies observers that a dispatch has started. Observers cannot replace values. Hooks they dispatch themselves are
 * not observed; otherwise an observer that logs through a hook would never end.
 *
 * @returns a function that notifies them of the end, with a value or an error
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
    const observed: ObservedHook = { kind, name, args: Object.freeze([...args]) };
    tell({ ...observed, phase: 'before' });
    return (value, failed) => {
      tell(
        failed ? { ...observed, phase: 'after', failed, error: value } : { ...observed, phase: 'after', failed, value },
      );
    };
  };
}
