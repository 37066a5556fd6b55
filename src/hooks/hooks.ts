import { createDispatch } from './dispatch.js';
import { createDispatchVerbs } from './dispatch-verbs.js';
import { createInterpreter } from './interpreter.js';
import { createListeners, type Subscription } from './listeners.js';
import { createObservedDispatch, type DispatchEvent } from './observation.js';
import { createOutcome, type Warn } from './outcome.js';
import { createOwnedHooks, type HookEvents, type OwnedHooks, removeOwned, removeOwner } from './owned.js';
import { type CallbackEvent, createRegistry, type HookOptions } from './registry.js';
import { createRunning } from './running.js';
import type { ActionCallback, ActionName, FilterCallback, FilterName } from './signatures.js';
import type { DispatchVerbs } from './verbs.js';

export type { DispatchEvent, HookEvents, HookOptions, OwnedHooks, Subscription };

/**
 * Actions and filters. Semantics are those of WordPress, and where its PHP and JavaScript differ those of the latter:
 * a running hook works on its live list, ordered by priority and then by addition.
 */
export interface Hooks extends DispatchVerbs {
  /**
   * Has `callback` called whenever the action is fired.
   *
   * @throws HookError `hook_invalid_name`, `hook_reserved_name`, `hook_invalid_callback`, `hook_invalid_priority`,
   *   `hook_invalid_owner`, `hook_invalid_id`
   */
  addAction<Name extends ActionName>(name: Name, callback: ActionCallback<Name>, options?: HookOptions): Subscription;
  /** Has `callback` change the value whenever the filter is applied. @throws like `addAction` */
  addFilter<Name extends FilterName>(name: Name, callback: FilterCallback<Name>, options?: HookOptions): Subscription;
  /** Removes the callbacks of `owner` from an action, or the one with `id`. @returns how many */
  removeAction(name: ActionName, owner: string, id?: string): number;
  removeFilter(name: FilterName, owner: string, id?: string): number;
  /** Removes the callbacks of all owners from an action, or those of one priority. @returns how many */
  removeAllActions(name: ActionName, priority?: number): number;
  removeAllFilters(name: FilterName, priority?: number): number;
  /** Removes all that an owner has added anywhere: callbacks, observers, listeners. @returns how many things */
  removeOwner(owner: string): number;
  /** Watches all dispatches, before and after, without a part in them. */
  observe(observer: (event: DispatchEvent) => void): Subscription;
  /** Is told of every callback that is added or removed; one that replaces another is both, the removal first. */
  on<Event extends keyof HookEvents>(event: Event, listener: (event: HookEvents[Event]) => void): Subscription;
  /** The same in the hands of one owner, who cannot name another. @throws HookError `hook_invalid_owner` */
  forOwner(owner: string): OwnedHooks;
}

export interface CreateHooksOptions {
  /** After how many synchronous dispatches without a change a hook is compiled, 64 by default; Infinity for never. */
  compileAfter?: number;
  /** Receives warnings for developers, by default as warnings of the process. */
  warn?: Warn;
  /** How often a hook may be dispatched inside itself, 256 by default. */
  maxDepth?: number;
  /** How many callbacks more than it began with one run may call, 10000 by default. */
  maxSteps?: number;
  /** Throws when a synchronous run gets a promise, warns when a filter callback returns nothing; default outside production. */
  strict?: boolean;
}

export function createHooks({
  compileAfter = 64,
  warn = warnProcess,
  maxDepth = 256,
  maxSteps = 10_000,
  strict = process.env.NODE_ENV !== 'production',
}: CreateHooksOptions = {}): Hooks {
  const observers = createListeners<DispatchEvent>(warn);
  const events = { hookAdded: createListeners<CallbackEvent>(warn), hookRemoved: createListeners<CallbackEvent>(warn) };
  const actions = createRegistry('action', events);
  const filters = createRegistry('filter', events);

  const running = createRunning(maxDepth);
  const outcome = createOutcome({ strict, warn });
  const interpreter = createInterpreter({ outcome, maxSteps });
  const dispatch = createDispatch({ compileAfter, interpreter, outcome, running });
  const observedDispatch = createObservedDispatch(dispatch, observers);

  const verbs = createDispatchVerbs({ actions, filters, dispatch, observedDispatch, observers, running });
  const parts = { actions, filters, observers, events };

  return {
    ...verbs,
    addAction: (name, callback, options = {}) => actions.add(name, callback, options),
    addFilter: (name, callback, options = {}) => filters.add(name, callback, options),
    removeAction: (name, owner, id) => removeOwned(actions, name, owner, id),
    removeFilter: (name, owner, id) => removeOwned(filters, name, owner, id),
    removeAllActions: (name, priority) =>
      actions.remove(name, (record) => priority === undefined || record.priority === priority),
    removeAllFilters: (name, priority) =>
      filters.remove(name, (record) => priority === undefined || record.priority === priority),
    removeOwner: (owner) => removeOwner(owner, parts),
    observe: (observer) => observers.add('site', observer),
    on: (event, listener) => events[event].add('site', listener),
    forOwner: (owner) => createOwnedHooks(owner, verbs, parts),
  };
}

function warnProcess(message: string, detail: Record<string, unknown>): void {
  process.emitWarning(message, { type: 'HookWarning', detail: JSON.stringify(detail) });
}
