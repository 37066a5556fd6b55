import { createAsyncInterpreter } from './async-interpreter.js';
import { createBreaker } from './breaker.js';
import { createCatalogue } from './catalogue.js';
import type { HookDescription, HookExplanation } from './describe.js';
import { createDispatch } from './dispatch.js';
import { createDispatchVerbs } from './dispatch-verbs.js';
import { type HookEntry, registered } from './entry.js';
import { type CallbackFailure, type Culprit, createFailures } from './failures.js';
import { createGate } from './gate.js';
import { createInterpreter } from './interpreter.js';
import { createListeners, type Listeners, type Subscription } from './listeners.js';
import { SITE } from './name-rules.js';
import { createObserve, type DispatchEvent } from './observation.js';
import { createOutcome, type Warn } from './outcome.js';
import {
  createOwnedHooks,
  type HookEvents,
  type OwnedHooks,
  removeOwned,
  removeOwner,
  type SuspensionEvent,
} from './owned.js';
import type { BreakerOptions, ErrorPolicy, HookDefinition } from './policy.js';
import { createProbes } from './probe.js';
import { forgetTimings, type HookStatistics, type StatisticsBy, statisticsOf } from './profile.js';
import { createRegistry, type HookOptions } from './registry.js';
import { createReporter, unfailing, warnProcess } from './reporter.js';
import { createRunning } from './running.js';
import type { ActionCallback, ActionName, FilterCallback, FilterName } from './signatures.js';
import { createTapable, type TapableHook } from './tapable-view.js';
import { createTracing, type TracedCall, type TracedDispatch, type TraceOptions } from './tracing.js';
import type { DispatchVerbs } from './verbs.js';
import { createWatch } from './watch.js';

export type {
  CallbackFailure,
  Culprit,
  DispatchEvent,
  ErrorPolicy,
  HookDefinition,
  HookDescription,
  HookEvents,
  HookExplanation,
  HookOptions,
  HookStatistics,
  OwnedHooks,
  Subscription,
  SuspensionEvent,
  TapableHook,
  TracedCall,
  TracedDispatch,
  TraceOptions,
};

/**
 * Actions and filters. Semantics are those of WordPress, and where its PHP and JavaScript differ those of the latter:
 * a running hook works on its live list, ordered by priority and then by addition.
 */
export interface Hooks
  extends DispatchVerbs,
    Pick<OwnedHooks, 'define' | 'deprecateHook' | 'observe' | 'on' | 'tapable'> {
  /**
   * Has `callback` called whenever the action is fired.
   *
   * @throws HookError `hook_invalid_name`, `hook_reserved_name`, `hook_invalid_callback`, `hook_invalid_priority`,
   *   `hook_invalid_timeout`, `hook_invalid_owner`, `hook_invalid_id`, `hook_order_cycle`
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
  /** Removes all that an owner has added anywhere: callbacks, definitions, observers, listeners. @returns how many */
  removeOwner(owner: string): number;
  /** The same in the hands of one owner, who cannot name another. @throws HookError `hook_invalid_owner` */
  forOwner(owner: string): OwnedHooks;

  /**
   * From now on names are reported that nobody has defined but that look like one that is; those in use already at once.
   * The host calls it when all plugins are set up. Only where mistakes of developers are to be loud.
   */
  checkNames(): void;
  /** The callback that an error came from, also when others have passed it on. */
  culpritOf(error: unknown): Culprit | undefined;
  /** Takes an owner's suspended callbacks in again at once, on one hook or on all. @returns how many */
  resume(owner: string, name?: string): number;
  /** What callbacks cost, from the calls that were measured, the most expensive first. */
  stats(options?: { by?: StatisticsBy }): readonly HookStatistics[];
  /**
   * Measures every call, not one in 64, until the subscription is removed. What was measured before is forgotten, so that
   * `stats` are exact. It makes all dispatches slower.
   */
  measureAll(): Subscription;
  /**
   * Writes down every dispatch that `work` makes until its promise settles, with each call and with the values before
   * and after it. What others dispatch meanwhile is left out.
   */
  trace<Result>(
    work: () => Result | Promise<Result>,
    options?: TraceOptions,
  ): Promise<{ result: Result; dispatches: readonly TracedDispatch[] }>;
}

export interface CreateHooksOptions {
  /**
   * After how many synchronous dispatches without a change a hook is compiled; Infinity for never. The default is about
   * where the time that was lost in the interpreter equals the price of compiling, so that no rhythm of changes costs
   * more than twice the best choice.
   */
  compileAfter?: number;
  /** Receives warnings for developers, by default as warnings of the process. */
  warn?: Warn;
  /** Receives the errors that are not thrown, and what is suspended because of them; by default as `warn`. */
  report?: Warn;
  /** How often a hook may be dispatched inside itself, 256 by default. */
  maxDepth?: number;
  /** How many callbacks more than it began with one run may call, 10000 by default. */
  maxSteps?: number;
  /** Throws when a synchronous run gets a promise, warns when a filter callback returns nothing; default outside production. */
  strict?: boolean;
  /**
   * Whether code that has waited still knows which hook it runs in, true by default. It takes an AsyncLocalStorage,
   * which makes every promise of the process dearer before Node 24.
   */
  asyncContext?: boolean;
  /** Of how many dispatches one is measured, on average: 64 by default, Infinity for none. 1 measures every single call. */
  sampleEvery?: number;
  /** A measured call that takes longer on the processor is told as `slowCallback`, in milliseconds, 50 by default. */
  slowMs?: number;
  /** When callbacks that fail are suspended, by default after 5 failures within a minute, for a minute. */
  breaker?: Partial<BreakerOptions>;
}

const BREAKER: BreakerOptions = { failures: 5, withinMs: 60_000, retryAfterMs: 60_000 };

export function createHooks({
  compileAfter = 1024,
  warn: giveWarning = warnProcess,
  report: giveReport = giveWarning,
  maxDepth = 256,
  maxSteps = 10_000,
  strict = process.env.NODE_ENV !== 'production',
  asyncContext = true,
  sampleEvery = 64,
  slowMs = 50,
  breaker: breakerOptions,
}: CreateHooksOptions = {}): Hooks {
  const warn = unfailing(giveWarning);
  const report = unfailing(giveReport);
  const gate = createGate(sampleEvery);
  const observers = createListeners<DispatchEvent>(warn, (before, after) => {
    if (before === 0 && after > 0) gate.force();
    if (before > 0 && after === 0) gate.release();
  });
  const events: { readonly [Event in keyof HookEvents]: Listeners<HookEvents[Event]> } = {
    hookAdded: createListeners(warn),
    hookRemoved: createListeners(warn),
    callbackFailed: createListeners(warn),
    callbackSuspended: createListeners(warn),
    callbackResumed: createListeners(warn),
    slowCallback: createListeners(warn),
  };

  const reporter = createReporter({ warn, report, events });
  const breaker = createBreaker(reporter);
  const outcome = createOutcome({ strict, warn });
  const failures = createFailures({ breaker, warn: outcome.warnOnce, report: reporter.failed });

  const catalogue = createCatalogue({
    strict,
    warn,
    breaker: { ...BREAKER, ...breakerOptions },
    registryOf: (kind) => (kind === 'action' ? actions : filters),
  });
  const { policyOf, onDispatched, inspect } = catalogue;
  const registryParts = { ...events, policyOf, onDispatched, inspect, forgetFailures: breaker.forget };
  const actions = createRegistry('action', registryParts);
  const filters = createRegistry('filter', registryParts);
  const entries = () => [...actions.entries(), ...filters.entries()];

  const running = createRunning({ maxDepth, asyncContext });
  const tracing = createTracing(gate);
  const watch = createWatch({
    gate,
    tracing,
    probes: createProbes(gate),
    observe: createObserve(observers),
    observers,
    slowCallbacks: events.slowCallback,
    slowMs,
    sampleEvery,
  });
  const interpreter = createInterpreter({ outcome, failures, maxSteps });
  const asyncInterpreter = createAsyncInterpreter({ outcome, failures, running, maxSteps });
  const dispatch = createDispatch({
    compileAfter,
    gate,
    watch,
    asyncInterpreter,
    interpreter,
    outcome,
    failures,
    running,
    strict,
    maxSteps,
  });

  const verbs = createDispatchVerbs({ actions, filters, catalogue, dispatch, running });
  const parts = { actions, filters, catalogue, observers, events };

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
    define: (name, definition) => catalogue.define(name, definition, SITE),
    deprecateHook: (name, deprecation) => catalogue.deprecate(name, deprecation, SITE),
    observe: (observer) => observers.add(SITE, observer),
    on: (event, listener) => events[event].add(SITE, listener),
    tapable: (name, kind) => createTapable(name, kind, undefined, verbs, parts),
    forOwner: (owner) => createOwnedHooks(owner, verbs, parts),

    checkNames: catalogue.checkNames,
    culpritOf: failures.culpritOf,
    resume: (owner, name) => resumeOwner(entries(), breaker.resume, owner, name),
    stats: ({ by = 'callback' } = {}) => statisticsOf(entries(), by),
    measureAll() {
      forgetTimings(entries());
      return watch.measureAll();
    },
    trace: tracing.trace,
  };
}

function resumeOwner(
  entries: readonly HookEntry[],
  resume: ReturnType<typeof createBreaker>['resume'],
  owner: string,
  name: string | undefined,
): number {
  const own = entries
    .filter((entry) => name === undefined || entry.name === name)
    .flatMap((entry) => registered(entry).map((record) => ({ entry, record })))
    .filter(({ record }) => record.owner === owner);
  return own.filter(({ entry, record }) => resume(entry, record)).length;
}
