import { SyncHook } from 'tapable';
import type { AsyncInterpreter } from './async-interpreter.js';
import { valueOfRun } from './call.js';
import { type CompilerParts, compile } from './compile.js';
import { type HookEntry, MAX_ARITY, NO_RECORDS, NOT_COMPILED } from './entry.js';
import { freezeDeep } from './freeze.js';
import type { Gate } from './gate.js';
import type { Probe } from './probe.js';
import type { Watch } from './watch.js';

/** Dispatches hooks. An array of arguments becomes the run's own: the value of a filter is replaced in it. */
export interface Dispatch {
  /** @returns the value of a filter; the first argument of an action @throws what a callback throws; HookError */
  sync(entry: HookEntry, ...args: unknown[]): unknown;
  /** @returns the same as a promise; it never throws, it rejects */
  async(entry: HookEntry, args: unknown[]): Promise<unknown>;
  /** @returns the same, as a promise only where there is something to wait for or to reject with */
  maybeAsync(entry: HookEntry, args: unknown[]): unknown;
  /** Asks the callbacks of a filter until one answers. @returns the answer, or the first argument */
  ask(entry: HookEntry, args: unknown[]): unknown;
  askAsync(entry: HookEntry, args: unknown[]): Promise<unknown>;
}

/**
 * Two tiers with the same behaviour. The interpreter serves asynchronous dispatches, and synchronous ones of hooks that
 * are cold or have just changed. A hook that was dispatched `compileAfter` times without a change is compiled; the code
 * is dropped with the next change. Where code may not be generated from strings
 * (`node --disallow-code-generation-from-strings`) the interpreter serves them all.
 *
 * A hook without callbacks costs a count and two comparisons.
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
    // An observed hook without callbacks comes by here; unobserved ones are never too deep either.
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

  /** What is measured, and what is not compiled, or not for this number of arguments. */
  function dispatchCold(entry: HookEntry, ...args: unknown[]): unknown {
    if (gate.left < 0) return watchSync(entry, args, false);
    entry.unchangedRuns++;
    const isHot = entry.unchangedRuns >= compileAfter && isCompilable(entry, args.length);
    // Code for one number of arguments is enough: hooks that are fired with another now and then are interpreted then.
    if (!isHot || entry.compiledArity !== NOT_COMPILED) return interpret(entry, args, false);
    compiles ??= canGenerateCode();
    if (!compiles) return interpret(entry, args, false);
    const run = compile(entry, args.length, parts);
    entry.compiled = run;
    entry.compiledArity = args.length;
    return run(...args);
  }

  // Closures of their own: in the dispatching functions they would cost every dispatch a context.
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
    // Whoever only spreads its rest arguments, and never passes them on as an array, is spared the array by the engine.
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

/** What is rare, or looks at every single result, is left to the interpreter. */
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
