import { textOf } from './hook-error.js';
import type { Warn } from './outcome.js';

/** Takes back what was registered; false if it was gone already. */
export interface Subscription {
  remove(): boolean;
}

/** Those who are told about the work of the hook system, and cannot disturb it. */
export interface Listeners<Event> {
  /** How many there are: nobody should have to prepare an event that no one listens to. */
  readonly count: number;
  add(owner: string, listener: (event: Event) => void): Subscription;
  /** @returns how many were removed */
  removeOwner(owner: string): number;
  /** Tells everyone; what a listener throws becomes a warning. */
  emit(event: Event): void;
}

/** @param changed is told how many listeners there were and are, after each change */
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
          warn(`A listener of ${owner} to the hook system failed: ${textOf(error)}`, { owner, error });
        }
      }
    },
  };
}
