import { createAsyncInterpreter } from './async-interpreter.js';
import { createBreaker } from './breaker.js';
import { createCatalogue } from './catalogue.js';
import type { HookDescription, HookExplanation } from './describe.js';
import { createDispatch } from './dispatch.js';
import { createDispatchVerbs } from './dispatch-verbs.js';
import { type HookEntry, registered } from './entry.js';
import { type CallbackFailure, type Culprit, createFailures } from './failures.js';
import { createGate } from './gate.js';
import { HookError } from './hook-error.js';
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
import { createRegistry, type HookOptions, type Registry, toOptions } from './registry.js';
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
 * Actions and filters with the semantics of WordPress, following its JavaScript version where it differs from PHP: a
 * running hook works on its live list, ordered by priority and then by insertion.
 */
export interface Hooks
  extends DispatchVerbs,
    Pick<OwnedHooks, 'define' | 'deprecateHook' | 'observe' | 'on' | 'tapable'> {
  /**
   * Adds `callback` to an action.
   *
   * @param options options, or only the priority as in WordPress
   * @throws HookError `hook_invalid_name`, `hook_reserved_name`, `hook_invalid_callback`, `hook_invalid_priority`,
   *   `hook_invalid_timeout`, `hook_invalid_owner`, `hook_invalid_id`, `hook_order_cycle`
   */
  addAction<Name extends ActionName>(
    name: Name,
    callback: ActionCallback<Name>,
    options?: HookOptions | number,
  ): Subscription;
  /** Adds `callback` to a filter, where it may change the value. @throws like `addAction` */
  addFilter<Name extends FilterName>(
    name: Name,
    callback: FilterCallback<Name>,
    options?: HookOptions | number,
  ): Subscription;
  /**
   * Removes the callbacks of an owner from an action, or the one with `id`.
   * @param owner an owner, or a callback, as in WordPress
   * @returns number of callbacks removed
   */
  removeAction<Name extends ActionName>(name: Name, owner: string | ActionCallback<Name>, id?: string): number;
  removeFilter<Name extends FilterName>(name: Name, owner: string | FilterCallback<Name>, id?: string): number;
  /** Removes all callbacks from an action, or those with one priority. @returns number of callbacks removed */
  removeAllActions(name: ActionName, priority?: number): number;
  removeAllFilters(name: FilterName, priority?: number): number;
  /** Removes everything an owner has added: callbacks, definitions, observers, listeners. @returns number removed */
  removeOwner(owner: string): number;
  /** Returns the same API bound to one owner, which cannot act for another. @throws HookError `hook_invalid_owner` */
  forOwner(owner: string): OwnedHooks;

  /**
   * Starts reporting undefined names that resemble a defined one, including those already in use. The host calls it
   * once all plugins are set up. It has no effect unless `strict`.
   */
  checkNames(): void;
  /** Returns the callback that an error came from, even if other hooks passed it on. */
  culpritOf(error: unknown): Culprit | undefined;
  /** Resumes an owner's suspended callbacks immediately, on one hook or on all. @returns number of callbacks resumed */
  resume(owner: string, name?: string): number;
  /** Returns the cost of callbacks, based on the measured calls, most expensive first. */
  stats(options?: { by?: StatisticsBy }): readonly HookStatistics[];
  /**
   * Measures every call, instead of one in 64, until the subscription is removed. Discards earlier measurements so
   * that `stats` are exact. Slows down every dispatch.
   */
  measureAll(): Subscription;
  /**
   * Records every dispatch made by `work` until its promise settles, with each call and the values before and after
   * it. Dispatches made by other code are left out.
   */
  trace<Result>(
    work: () => Result | Promise<Result>,
    options?: TraceOptions,
  ): Promise<{ result: Result; dispatches: readonly TracedDispatch[] }>;
}

export interface CreateHooksOptions {
  /**
   * Number of synchronous dispatches without a change before a hook is compiled; Infinity for never. At the default,
   * the time lost in the interpreter roughly equals the cost of compiling, so no pattern of changes costs more than
   * twice the optimum.
   * @default 1024
   */
  compileAfter?: number;
  /** Receives warnings for developers. @default process warnings */
  warn?: Warn;
  /** Receives errors that are not thrown, and the suspensions they cause. @default `warn` */
  report?: Warn;
  /** Maximum number of times a hook may be dispatched inside itself. @default 256 */
  maxDepth?: number;
  /** Maximum number of callbacks one run may call beyond those it started with. @default 10_000 */
  maxSteps?: number;
  /**
   * Throw if a synchronous run gets a promise, and warn if a filter callback returns nothing.
   * @default true outside production
   */
  strict?: boolean;
  /**
   * Track the current hook across `await`. Uses an AsyncLocalStorage, which slows down every promise of the process
   * before Node 24.
   * @default true
   */
  asyncContext?: boolean;
  /** Average number of dispatches per measured one; 1 measures every call, Infinity none. @default 64 */
  sampleEvery?: number;
  /** Milliseconds of processor time after which a measured call is reported as `slowCallback`. @default 50 */
  slowMs?: number;
  /** Suspension of failing callbacks. @default 5 failures within a minute suspend for a minute */
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
    addAction: (name, callback, options) => actions.add(name, callback, toOptions(name, options)),
    addFilter: (name, callback, options) => filters.add(name, callback, toOptions(name, options)),
    removeAction: (name, owner, id) => removeFrom(actions, name, owner, id),
    removeFilter: (name, owner, id) => removeFrom(filters, name, owner, id),
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

/** Removes a callback of any owner, or the callbacks of one owner. @returns number removed */
function removeFrom(registry: Registry, name: string, owner: unknown, id: string | undefined): number {
  if (typeof owner === 'string') return removeOwned(registry, name, owner, id);
  if (typeof owner !== 'function') {
    const message = `Pass an owner or a callback to remove from "${name}", as in removeAction('name', callback).`;
    throw new HookError('hook_invalid_callback', message);
  }
  return registry.remove(name, (record) => record.callback === owner);
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
