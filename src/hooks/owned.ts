import { HookError } from './hook-error.js';
import type { Listeners, Subscription } from './listeners.js';
import { checkOwner } from './name-rules.js';
import type { DispatchEvent } from './observation.js';
import type { CallbackEvent, HookOptions, Registry } from './registry.js';
import type { ActionCallback, ActionName, FilterCallback, FilterName } from './signatures.js';
import type { DispatchVerbs } from './verbs.js';

export type OwnedHookOptions = Omit<HookOptions, 'owner'>;

/** Changes to the lists of callbacks, told after they have happened. */
export interface HookEvents {
  readonly hookAdded: CallbackEvent;
  readonly hookRemoved: CallbackEvent;
}

/**
 * The hooks in the hands of one owner. All it adds is its own, all it removes was its own; dispatching and asking are
 * the same for everyone.
 */
export interface OwnedHooks extends DispatchVerbs {
  /** @throws HookError `hook_invalid_*`, `hook_reserved_name`, `hook_foreign_owner` */
  addAction<Name extends ActionName>(
    name: Name,
    callback: ActionCallback<Name>,
    options?: OwnedHookOptions,
  ): Subscription;
  addFilter<Name extends FilterName>(
    name: Name,
    callback: FilterCallback<Name>,
    options?: OwnedHookOptions,
  ): Subscription;
  /** Removes the owner's callbacks from an action, or the one with `id`. @returns how many */
  removeAction(name: ActionName, id?: string): number;
  removeFilter(name: FilterName, id?: string): number;
  /** Removes everything the owner has added, listeners and observers included. @returns how many things */
  removeAll(): number;
  /** Watches all dispatches without a part in them. */
  observe(observer: (event: DispatchEvent) => void): Subscription;
  on<Event extends keyof HookEvents>(event: Event, listener: (event: HookEvents[Event]) => void): Subscription;
}

/** What can be owned, and must go with its owner. */
export interface OwnedParts {
  readonly actions: Registry;
  readonly filters: Registry;
  readonly observers: Listeners<DispatchEvent>;
  readonly events: { readonly [Event in keyof HookEvents]: Listeners<HookEvents[Event]> };
}

/** @throws HookError `hook_invalid_owner` */
export function createOwnedHooks(owner: string, verbs: DispatchVerbs, parts: OwnedParts): OwnedHooks {
  checkOwner(owner);
  const { actions, filters, observers, events } = parts;

  /** The types refuse an owner among the options; a caller without types would not notice that it has no effect. */
  function own(options: HookOptions): HookOptions {
    if (options.owner === undefined || options.owner === owner) return { ...options, owner };
    throw new HookError(
      'hook_foreign_owner',
      `"${owner}" cannot add callbacks of "${options.owner}". Leave out "owner".`,
    );
  }

  return {
    ...verbs,
    addAction: (name, callback, options = {}) => actions.add(name, callback, own(options)),
    addFilter: (name, callback, options = {}) => filters.add(name, callback, own(options)),
    removeAction: (name, id) => removeOwned(actions, name, owner, id),
    removeFilter: (name, id) => removeOwned(filters, name, owner, id),
    removeAll: () => removeOwner(owner, parts),
    observe: (observer) => observers.add(owner, observer),
    on: (event, listener) => events[event].add(owner, listener),
  };
}

/** Removes an owner's callbacks from one hook. @returns how many */
export function removeOwned(registry: Registry, name: string, owner: string, id: string | undefined): number {
  return registry.remove(name, (record) => record.owner === owner && (id === undefined || record.id === id));
}

/** Removes callbacks, observers and listeners of an owner. @returns how many */
export function removeOwner(owner: string, { actions, filters, observers, events }: OwnedParts): number {
  const holders = [actions, filters, observers, events.hookAdded, events.hookRemoved];
  return holders.reduce((count, holder) => count + holder.removeOwner(owner), 0);
}
