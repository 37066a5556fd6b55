import { SyncHook } from 'tapable';
import type { AsyncInterpreter } from './async-interpreter.js';
import { valueOfRun } from './call.js';
import { type CompilerParts, compile } from './compile.js';
import { type HookEntry, MAX_ARITY, NO_RECORDS, NOT_COMPILED } from './entry.js';
import { freezeDeep } from './freeze.js';
import type { Gate } from './gate.js';
import type { Probe } from './probe.js';
import type { Watch } from './watch.js';

/** Dispatches hooks. Takes ownership of argument arrays: the value of a filter is replaced in place. */
export interface Dispatch {
  /**
   * @returns the value of a filter, or the first argument of an action
   * @throws the error of a callback, or HookError
   */
  sync(entry: HookEntry, ...args: unknown[]): unknown;
  /** @returns a promise of the same; rejects instead of throwing */
  async(entry: HookEntry, args: unknown[]): Promise<unknown>;
  /** @returns the same, and a promise only if there is something to await or to reject with */
  maybeAsync(entry: HookEntry, args: unknown[]): unknown;
  /** Asks the callbacks of a filter until one answers. @returns the answer, or the first argument */
  ask(entry: HookEntry, args: unknown[]): unknown;
  askAsync(entry: HookEntry, args: unknown[]): Promise<unknown>;
}

/**
 * Creates the dispatcher, which has two tiers with the same behavior. The interpreter handles asynchronous
 * dispatches, and synchronous ones of hooks that are cold or have just changed. A hook dispatched `compileAfter`
 * times without a change is compiled, and its code is dropped on the next change. If code generation from strings is
 * disallowed (`node --disallow-code-generation-from-strings`), the interpreter handles everything.
 *
 * A hook without callbacks costs one increment and two comparisons.
 */
export function createDispatch({
  compileAfter,
  gate,
  watch,
  asyncInterpreter,
  ...parts
}: {
  compileAfter: number;
  gate: Gate;
  watch: Watch;
  asyncInterpreter: AsyncInterpreter;
} & CompilerParts): Dispatch {
  const { interpreter, running } = parts;
  let compiles: boolean | undefined;

  function interpret(entry: HookEntry, args: unknown[], asks: boolean, probe?: Probe): unknown {
    // Observed hooks without callbacks get here. They need no depth check, just like unobserved ones.
    if (entry.records === NO_RECORDS) return valueOfRun(entry, args);
    if (entry.policy.freezes) args.forEach(freezeDeep);
    running.enter(entry);
    try {
      return interpreter.run(entry, args, asks, probe);
    } finally {
      running.leave();
    }
  }

  function runAsync(entry: HookEntry, args: unknown[], asks: boolean, probe?: Probe): unknown {
    if (entry.records === NO_RECORDS) return valueOfRun(entry, args);
    if (entry.policy.freezes) args.forEach(freezeDeep);
    return asyncInterpreter.run(entry, args, asks, probe);
  }

  /** Handles dispatches that are measured, not compiled, or compiled for another number of arguments. */
  function dispatchCold(entry: HookEntry, ...args: unknown[]): unknown {
    if (gate.left < 0) return watchSync(entry, args, false);
    entry.unchangedRuns++;
    const isHot = entry.unchangedRuns >= compileAfter && isCompilable(entry, args.length);
    // Compile for one number of arguments only: dispatches with another number are rare and get interpreted.
    if (!isHot || entry.compiledArity !== NOT_COMPILED) return interpret(entry, args, false);
    compiles ??= canGenerateCode();
    if (!compiles) return interpret(entry, args, false);
    const run = compile(entry, args.length, parts);
    entry.compiled = run;
    entry.compiledArity = args.length;
    return run(...args);
  }

  // Closures outside the dispatching functions: inside, they would allocate a context for every dispatch.
  const watchSync = (entry: HookEntry, args: unknown[], asks: boolean) =>
    watch.sync(entry, args, (probe) => interpret(entry, args, asks, probe));
  const watchAsync = (entry: HookEntry, args: unknown[], asks: boolean) =>
    watch.async(entry, args, (probe) => Promise.resolve(runAsync(entry, args, asks, probe)));

  function dispatchAsync(entry: HookEntry, args: unknown[], asks: boolean): unknown {
    entry.runs++;
    const isIdle = entry.records === NO_RECORDS && !gate.isForced;
    if (!isIdle && --gate.left < 0) return watchAsync(entry, args, asks);
    return runAsync(entry, args, asks);
  }

  return {
    // Rest arguments that are only spread, and never passed on as an array, cost no allocation.
    sync(entry, ...args) {
      entry.runs++;
      if (entry.records === NO_RECORDS && !gate.isForced) return args[0];
      if (--gate.left < 0 || args.length !== entry.compiledArity) return dispatchCold(entry, ...args);
      return entry.compiled(...args);
    },

    async: (entry, args) => Promise.resolve(dispatchAsync(entry, args, false)),
    maybeAsync: (entry, args) => dispatchAsync(entry, args, false),
    askAsync: (entry, args) => Promise.resolve(dispatchAsync(entry, args, true)),

    ask(entry, args) {
      entry.runs++;
      const isIdle = entry.records === NO_RECORDS && !gate.isForced;
      return !isIdle && --gate.left < 0 ? watchSync(entry, args, true) : interpret(entry, args, true);
    },
  };
}

/** Leaves rare cases, and policies that check every result, to the interpreter. */
function isCompilable({ kind, policy }: HookEntry, arity: number): boolean {
  if (policy.undefinedReplaces || policy.accepts !== null || policy.freezes) return false;
  return arity <= MAX_ARITY && (kind === 'action' || arity > 0);
}

function canGenerateCode(): boolean {
  const probe = new SyncHook<[]>([]);
  probe.tap('probe', () => {});
  try {
    probe.call();
    return true;
  } catch (error) {
    if (error instanceof EvalError) return false;
    throw error;
  }
}
