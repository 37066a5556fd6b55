import type { Catalogue } from './catalogue.js';
import type { CallbackFailure, Culprit } from './failures.js';
import { HookError } from './hook-error.js';
import type { Listeners, Subscription } from './listeners.js';
import { checkOwner } from './name-rules.js';
import type { HookKind } from './names.js';
import type { DispatchEvent } from './observation.js';
import type { Deprecation, HookDefinition } from './policy.js';
import type { SlowCallback } from './profile.js';
import { type CallbackEvent, type HookOptions, type Registry, toOptions } from './registry.js';
import type { ActionCallback, ActionName, FilterCallback, FilterName } from './signatures.js';
import { createTapable, type TapableHook } from './tapable-view.js';
import type { DispatchVerbs } from './verbs.js';

export type OwnedHookOptions = Omit<HookOptions, 'owner'>;

/** Declared hook, or a pattern such as `acme_{type}_saved` for all hooks of a template-literal name. */
export type DefinableName = ActionName | FilterName | `${string}{${string}}${string}`;

/** Callback that was suspended because it keeps failing, or resumed. */
export interface SuspensionEvent extends Culprit {
  /** Length of the suspension in milliseconds; 0 if it was resumed. */
  readonly forMs: number;
}

/** Events about callbacks, emitted after the fact. */
export interface HookEvents {
  readonly hookAdded: CallbackEvent;
  readonly hookRemoved: CallbackEvent;
  /** Error that did not end its run. */
  readonly callbackFailed: CallbackFailure;
  readonly callbackSuspended: SuspensionEvent;
  readonly callbackResumed: SuspensionEvent;
  /** Measured call that took more processor time than `slowMs`. */
  readonly slowCallback: SlowCallback;
}

/**
 * Hooks API bound to one owner. It adds and removes only that owner's registrations; dispatching and queries work the
 * same for everyone.
 */
export interface OwnedHooks extends DispatchVerbs {
  /** @throws HookError `hook_invalid_*`, `hook_reserved_name`, `hook_foreign_owner`, `hook_order_cycle` */
  addAction<Name extends ActionName>(
    name: Name,
    callback: ActionCallback<Name>,
    options?: OwnedHookOptions | number,
  ): Subscription;
  addFilter<Name extends FilterName>(
    name: Name,
    callback: FilterCallback<Name>,
    options?: OwnedHookOptions | number,
  ): Subscription;
  /**
   * Removes the owner's callbacks from an action.
   * @param which only the callback with this id, or this function; default: all
   * @returns number of callbacks removed
   */
  removeAction<Name extends ActionName>(name: Name, which?: string | ActionCallback<Name>): number;
  removeFilter<Name extends FilterName>(name: Name, which?: string | FilterCallback<Name>): number;
  /** Removes everything the owner has added, including definitions, listeners and observers. @returns number removed */
  removeAll(): number;
  /**
   * Defines one of the owner's hooks: its error policy, time limits, version and more. An undefined hook behaves as
   * if defined with nothing but its kind.
   *
   * @throws HookError `hook_invalid_definition`, `hook_already_defined`, `hook_invalid_name`
   */
  define(name: DefinableName, definition: HookDefinition): void;
  /**
   * Deprecates a hook: adding a callback to it warns once per owner. The hook keeps working as long as it is
   * dispatched.
   *
   * @throws HookError `hook_unknown_kind` if it is undefined and no kind is given, `hook_already_defined` if another
   *   owner defined it
   */
  deprecateHook(name: DefinableName, deprecation: Deprecation & { readonly kind?: HookKind }): void;
  /** Observes every dispatch without taking part in it. */
  observe(observer: (event: DispatchEvent) => void): Subscription;
  on<Event extends keyof HookEvents>(event: Event, listener: (event: HookEvents[Event]) => void): Subscription;
  /** Returns an action or filter with the interface of a tapable hook. Everything tapped belongs to the owner. */
  tapable(name: ActionName | FilterName, kind?: HookKind): TapableHook;
}

/** Registries of everything that has an owner and is removed with it. */
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

  /**
   * Rejects a foreign `owner` option. The types forbid it, but untyped callers would not notice that it has no
   * effect.
   */
  function own(name: string, hookOptions: HookOptions | number | undefined): HookOptions {
    const options: HookOptions = toOptions(name, hookOptions);
    if (options.owner === undefined || options.owner === owner) return { ...options, owner };
    throw new HookError(
      'hook_foreign_owner',
      `"${owner}" cannot add callbacks of "${options.owner}". Leave out "owner".`,
    );
  }

  return {
    ...verbs,
    addAction: (name, callback, options) => actions.add(name, callback, own(name, options)),
    addFilter: (name, callback, options) => filters.add(name, callback, own(name, options)),
    removeAction: (name, which) => removeOwned(actions, name, owner, which),
    removeFilter: (name, which) => removeOwned(filters, name, owner, which),
    removeAll: () => removeOwner(owner, parts),
    define: (name, definition) => catalogue.define(name, definition, owner),
    deprecateHook: (name, deprecation) => catalogue.deprecate(name, deprecation, owner),
    observe: (observer) => observers.add(owner, observer),
    on: (event, listener) => events[event].add(owner, listener),
    tapable: (name, kind) => createTapable(name, kind, owner, verbs, parts),
  };
}

/** Removes an owner's callbacks from one hook, or the one with an id, or a function. @returns number removed */
export function removeOwned(registry: Registry, name: string, owner: string, which: unknown): number {
  return registry.remove(
    name,
    (record) => record.owner === owner && (which === undefined || which === record.id || which === record.callback),
  );
}

/** Removes callbacks, definitions, observers and listeners of an owner. @returns number removed */
export function removeOwner(owner: string, { actions, filters, catalogue, observers, events }: OwnedParts): number {
  const holders = [actions, filters, catalogue, observers, ...Object.values(events)];
  return holders.reduce((count, holder) => count + holder.removeOwner(owner), 0);
}
