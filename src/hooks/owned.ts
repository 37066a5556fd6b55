import type { Catalogue } from './catalogue.js';
import type { CallbackFailure, Culprit } from './failures.js';
import { HookError } from './hook-error.js';
import type { Listeners, Subscription } from './listeners.js';
import { checkOwner } from './name-rules.js';
import type { HookKind } from './names.js';
import type { DispatchEvent } from './observation.js';
import type { Deprecation, HookDefinition } from './policy.js';
import type { SlowCallback } from './profile.js';
import type { CallbackEvent, HookOptions, Registry } from './registry.js';
import type { ActionCallback, ActionName, FilterCallback, FilterName } from './signatures.js';
import { createTapable, type TapableHook } from './tapable-view.js';
import type { DispatchVerbs } from './verbs.js';

export type OwnedHookOptions = Omit<HookOptions, 'owner'>;

/** A declared hook, or a pattern such as `acme_{type}_saved` for all hooks of a template-literal name. */
export type DefinableName = ActionName | FilterName | `${string}{${string}}${string}`;

/** A callback that is left out because it fails again and again, or taken in again. */
export interface SuspensionEvent extends Culprit {
  /** For how long, in milliseconds; 0 when it is back. */
  readonly forMs: number;
}

/** What happens to callbacks, told after it has happened. */
export interface HookEvents {
  readonly hookAdded: CallbackEvent;
  readonly hookRemoved: CallbackEvent;
  /** An error that did not end its run. */
  readonly callbackFailed: CallbackFailure;
  readonly callbackSuspended: SuspensionEvent;
  readonly callbackResumed: SuspensionEvent;
  /** A measured call that took longer on the processor than `slowMs`. */
  readonly slowCallback: SlowCallback;
}

/**
 * The hooks in the hands of one owner. All it adds is its own, all it removes was its own; dispatching and asking are
 * the same for everyone.
 */
export interface OwnedHooks extends DispatchVerbs {
  /** @throws HookError `hook_invalid_*`, `hook_reserved_name`, `hook_foreign_owner`, `hook_order_cycle` */
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
  /** Removes everything the owner has added, definitions, listeners and observers included. @returns how many things */
  removeAll(): number;
  /**
   * Says what one of the owner's hooks is: how errors of callbacks are treated, how long they may take, since when it is
   * there. Without it a hook behaves as if defined with nothing but its kind.
   *
   * @throws HookError `hook_invalid_definition`, `hook_already_defined`, `hook_invalid_name`
   */
  define(name: DefinableName, definition: HookDefinition): void;
  /**
   * Has adding a callback to a hook warn once for each owner. The hook goes on to work as long as it is dispatched.
   *
   * @throws HookError `hook_unknown_kind` when it is not defined and no kind is given, `hook_already_defined` when it is
   *   another's
   */
  deprecateHook(name: DefinableName, deprecation: Deprecation & { readonly kind?: HookKind }): void;
  /** Watches all dispatches without a part in them. */
  observe(observer: (event: DispatchEvent) => void): Subscription;
  on<Event extends keyof HookEvents>(event: Event, listener: (event: HookEvents[Event]) => void): Subscription;
  /** An action or filter as those know it who know tapable; what is tapped belongs to the owner. */
  tapable(name: ActionName | FilterName, kind?: HookKind): TapableHook;
}

/** What can be owned, and must go with its owner. */
export interface OwnedParts {
  readonly actions: Registry;
  readonly filters: Registry;
  readonly catalogue: Catalogue;
  readonly observers: Listeners<DispatchEvent>;
  readonly events: { readonly [Event in keyof HookEvents]: Listeners<HookEvents[Event]> };
}

/** @throws HookError `hook_invalid_owner` */
export function createOwnedHooks(owner: string, verbs: DispatchVerbs, parts: OwnedParts): OwnedHooks {
  checkOwner(owner);
  const { actions, filters, catalogue, observers, events } = parts;

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
    define: (name, definition) => catalogue.define(name, definition, owner),
    deprecateHook: (name, deprecation) => catalogue.deprecate(name, deprecation, owner),
    observe: (observer) => observers.add(owner, observer),
    on: (event, listener) => events[event].add(owner, listener),
    tapable: (name, kind) => createTapable(name, kind, owner, verbs, parts),
  };
}

/** Removes an owner's callbacks from one hook. @returns how many */
export function removeOwned(registry: Registry, name: string, owner: string, id: string | undefined): number {
  return registry.remove(name, (record) => record.owner === owner && (id === undefined || record.id === id));
}

/** Removes callbacks, definitions, observers and listeners of an owner. @returns how many */
export function removeOwner(owner: string, { actions, filters, catalogue, observers, events }: OwnedParts): number {
  const holders = [actions, filters, catalogue, observers, ...Object.values(events)];
  return holders.reduce((count, holder) => count + holder.removeOwner(owner), 0);
}
