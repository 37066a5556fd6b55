import { textOf } from './hook-error.js';
import type { Warn } from './outcome.js';

/** Handle that removes a registration. `remove` returns false if it was already removed. */
export interface Subscription {
  remove(): boolean;
}

/** Listeners to events of the hook system. Their errors never affect a dispatch. */
export interface Listeners<Event> {
  /** Number of listeners, so that events without listeners need not be built. */
  readonly count: number;
  add(owner: string, listener: (event: Event) => void): Subscription;
  /** @returns number of listeners removed */
  removeOwner(owner: string): number;
  /** Notifies every listener. Errors they throw become warnings. */
  emit(event: Event): void;
}

/** @param changed receives the number of listeners before and after each change */
export function createListeners<Event>(
  warn: Warn,
  changed: (before: number, after: number) => void = () => {},
): Listeners<Event> {
  let registered: readonly { owner: string; listener: (event: Event) => void }[] = [];

  function replace(by: typeof registered): number {
    const before = registered.length;
    registered = by;
    changed(before, by.length);
    return before - by.length;
  }

  return {
    get count() {
      return registered.length;
    },

    add(owner, listener) {
      const added = { owner, listener };
      replace([...registered, added]);
      return { remove: () => replace(registered.filter((candidate) => candidate !== added)) > 0 };
    },

    removeOwner: (owner) => replace(registered.filter((candidate) => candidate.owner !== owner)),

    emit(event) {
      for (const { owner, listener } of registered) {
        try {
          listener(event);
        } catch (error) {
          warn(`A hook listener of ${owner} failed: ${textOf(error)}`, { owner, error });
        }
      }
    },
  };
}
