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

/** An action at hand: dispatches without looking the name up again. */
export interface ActionHandle<Name extends ActionName> {
  readonly name: Name;
  readonly do: Name extends SyncActionName ? (...args: ActionArguments<Name>) => void : never;
  readonly doAsync: (...args: ActionArguments<Name>) => Promise<void>;
}

/** A filter at hand: dispatches without looking the name up again. */
export interface FilterHandle<Name extends FilterName> {
  readonly name: Name;
  readonly apply: Name extends SyncFilterName
    ? (value: FilterValue<Name>, ...args: FilterArguments<Name>) => FilterValue<Name>
    : never;
  readonly applyAsync: (value: FilterValue<Name>, ...args: FilterArguments<Name>) => Promise<FilterValue<Name>>;
  /**
   * As `applyAsync`, with a promise only where a callback returned one or something failed, and the value itself
   * otherwise: for paths so hot that a promise for nothing is too much. It never throws.
   */
  readonly applyMaybeAsync: (
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ) => FilterValue<Name> | Promise<FilterValue<Name>>;
}

/** Dispatching hooks and asking about them: the same for a site and for a plugin. */
export interface DispatchVerbs {
  /**
   * Fires an action: every callback gets the arguments, in order of priority.
   *
   * @throws what a callback throws, later ones are not called then; HookError `hook_too_deep`, `hook_endless_run`, and
   *   `hook_promise_in_sync_run` when strict
   */
  doAction<Name extends SyncActionName>(name: Name, ...args: ActionArguments<Name>): void;
  /**
   * Fires an action and waits for each callback before it calls the next.
   *
   * @returns a promise that rejects with the first error, later callbacks are not called then
   */
  doActionAsync<Name extends ActionName>(name: Name, ...args: ActionArguments<Name>): Promise<void>;
  /**
   * Passes a value through the callbacks of a filter: what one returns is the first argument of the next. A callback
   * that returns undefined leaves the value as it is; null is a value.
   *
   * @throws like `doAction`
   */
  applyFilters<Name extends SyncFilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): FilterValue<Name>;
  /** Passes a value through the callbacks of a filter, waiting for each. @returns a promise like that of `doActionAsync` */
  applyFiltersAsync<Name extends FilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): Promise<FilterValue<Name>>;

  /**
   * Asks the callbacks of a filter, all with the same arguments, until one answers: the first result that is not
   * undefined ends the run. What a callback throws is treated as in any other run.
   *
   * @returns the answer, or `value` when nobody has one
   */
  bail<Name extends SyncFilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): FilterValue<Name>;
  /** Asks the callbacks of a filter, waiting for each. @returns a promise of what `bail` returns */
  bailAsync<Name extends FilterName>(
    name: Name,
    value: FilterValue<Name>,
    ...args: FilterArguments<Name>
  ): Promise<FilterValue<Name>>;

  /** For hot paths: keep the handle and spare the look-up of the name. */
  action<Name extends ActionName>(name: Name): ActionHandle<Name>;
  /** For hot paths: keep the handle and spare the look-up of the name. */
  filter<Name extends FilterName>(name: Name): FilterHandle<Name>;

  /** Whether anyone, or `owner`, has a callback on the action now. */
  hasAction(name: ActionName, owner?: string): boolean;
  hasFilter(name: FilterName, owner?: string): boolean;
  /** The priority of the first callback of `owner` on the action, of the one with `id` if given; null without one. */
  priorityOfAction(name: ActionName, owner: string, id?: string): number | null;
  priorityOfFilter(name: FilterName, owner: string, id?: string): number | null;
  /** How often the action was fired so far, with or without callbacks, the present run included. */
  didAction(name: ActionName): number;
  didFilter(name: FilterName): number;
  /** Whether the calling code runs inside the action, or inside any; other requests' hooks do not count. */
  doingAction(name?: ActionName): boolean;
  doingFilter(name?: FilterName): boolean;
  /** The innermost action that the calling code runs in. */
  currentAction(): string | null;
  currentFilter(): string | null;
  /**
   * For a callback of an asynchronous dispatch that has a deadline: aborts when the time is over. Pass it on to whatever
   * the callback waits for. Undefined where nothing limits the time.
   */
  signal(): AbortSignal | undefined;
  /** All hooks that are defined, have callbacks or were dispatched: a copy to look at. */
  list(): readonly HookDescription[];
  /** What is known about a name, as an action and as a filter, and why its callbacks run in the order they do. */
  explain(name: string): readonly HookExplanation[];
}
