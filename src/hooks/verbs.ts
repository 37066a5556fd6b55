import type { HookDescription, HookExplanation } from './describe.js';
import type {
  ActionArguments,
  ActionName,
  FilterArguments,
  FilterName,
  FilterValue,
  SyncActionName,
  SyncFilterName,
} from './signatures.js';

/** Handle of an action. It dispatches without looking up the name. */
export interface ActionHandle<Name extends ActionName> {
  readonly name: Name;
  readonly do: Name extends SyncActionName ? (...args: ActionArguments<Name>) => void : never;
  readonly doAsync: (...args: ActionArguments<Name>) => Promise<void>;
}

/** Handle of a filter. It dispatches without looking up the name. */
export interface FilterHandle<Name extends FilterName> {
  readonly name: Name;
  readonly apply: Name extends SyncFilterName
    ? (value: FilterValue<Name>, ...args: FilterArguments<Name>) => FilterValue<Name>
    : never;
  readonly applyAsync: (value: FilterValue<Name>, ...args: FilterArguments<Name>) => Promise<FilterValue<Name>>;
  /**
   * Like `applyAsync`, but returns the value itself unless a callback returned a promise or something failed. Use it
   * on hot paths where an unnecessary promise is too expensive. Never throws.
   */
  readonly applyMaybeAsync: (
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ) => FilterValue<Name> | Promise<FilterValue<Name>>;
}

/** Dispatches and queries of hooks, the same for sites and plugins. */
export interface DispatchVerbs {
  /**
   * Fires an action: calls every callback with the arguments, in order of priority.
   *
   * @throws the error of a callback, after which later ones are not called; HookError `hook_too_deep`,
   *   `hook_endless_run`, and `hook_promise_in_sync_run` when strict
   */
  doAction<Name extends SyncActionName>(name: Name, ...args: ActionArguments<Name>): void;
  /**
   * Fires an action and awaits each callback before calling the next.
   *
   * @returns a promise that rejects with the first error, after which later callbacks are not called
   */
  doActionAsync<Name extends ActionName>(name: Name, ...args: ActionArguments<Name>): Promise<void>;
  /**
   * Passes a value through the callbacks of a filter: the result of one is the first argument of the next. A callback
   * that returns undefined keeps the value; null is a value.
   *
   * @throws like `doAction`
   */
  applyFilters<Name extends SyncFilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): FilterValue<Name>;
  /**
   * Passes a value through the callbacks of a filter, awaiting each. @returns a promise like that of `doActionAsync`
   */
  applyFiltersAsync<Name extends FilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): Promise<FilterValue<Name>>;

  /**
   * Asks the callbacks of a filter, all with the same arguments, until one answers: the first result other than
   * undefined ends the run. Errors are handled as in any other run.
   *
   * @returns the answer, or `value` if no callback answers
   */
  bail<Name extends SyncFilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): FilterValue<Name>;
  /** Asks the callbacks of a filter, awaiting each. @returns a promise of the result of `bail` */
  bailAsync<Name extends FilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): Promise<FilterValue<Name>>;

  /** Returns a handle for hot paths, which saves the lookup of the name. */
  action<Name extends ActionName>(name: Name): ActionHandle<Name>;
  /** Returns a handle for hot paths, which saves the lookup of the name. */
  filter<Name extends FilterName>(name: Name): FilterHandle<Name>;

  /** Whether the action has any callbacks, or any of `owner`. */
  hasAction(name: ActionName, owner?: string): boolean;
  hasFilter(name: FilterName, owner?: string): boolean;
  /**
   * Returns the priority of the owner's first callback on the action, or of the one with `id`; null if there is none.
   */
  priorityOfAction(name: ActionName, owner: string, id?: string): number | null;
  priorityOfFilter(name: FilterName, owner: string, id?: string): number | null;
  /** Returns the number of times the action was fired, with or without callbacks, including the current run. */
  didAction(name: ActionName): number;
  didFilter(name: FilterName): number;
  /** Whether the calling code runs inside the action, or inside any action. Other requests' hooks do not count. */
  doingAction(name?: ActionName): boolean;
  doingFilter(name?: FilterName): boolean;
  /** Returns the innermost action that the calling code runs in. */
  currentAction(): string | null;
  currentFilter(): string | null;
  /**
   * Returns a signal that aborts at the deadline of the running callback; undefined without a time limit. Pass it on
   * to everything the callback awaits.
   */
  signal(): AbortSignal | undefined;
  /** Returns a snapshot of all hooks that are defined, have callbacks or were dispatched. */
  list(): readonly HookDescription[];
  /** Describes the action and the filter with this name, and explains the order of their callbacks. */
  explain(name: string): readonly HookExplanation[];
}
