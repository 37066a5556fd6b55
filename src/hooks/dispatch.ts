import { SyncHook } from 'tapable';
import { compile } from './compile.js';
import { type HookEntry, MAX_ARITY } from './entry.js';
import type { Interpreter } from './interpreter.js';
import type { Outcome } from './outcome.js';
import type { Frame, Running } from './running.js';

/** Runs the callbacks of a hook; the caller has counted the dispatch. */
export interface Dispatch {
  /** @returns the value of a filter; undefined for an action @throws what a callback throws; HookError */
  sync(entry: HookEntry, ...args: unknown[]): unknown;
  /** @returns the same as a promise; it never throws, it rejects */
  async(entry: HookEntry, ...args: unknown[]): Promise<unknown>;
}

/**
 * Two tiers with the same behaviour. The interpreter serves asynchronous dispatches, and synchronous ones of hooks that
 * are cold or have just changed. A hook that was dispatched `compileAfter` times without a change is compiled; the code
 * is dropped with the next change. Where code may not be generated from strings
 * (`node --disallow-code-generation-from-strings`) the interpreter serves them all.
 */
export function createDispatch({
  compileAfter,
  interpreter,
  outcome,
  running,
}: {
  compileAfter: number;
  interpreter: Interpreter;
  outcome: Outcome;
  running: Running;
}): Dispatch {
  let compiles: boolean | undefined;

  function interpret(entry: HookEntry, args: unknown[]): unknown {
    return interpreter.run(entry, args, 0, entry.records.length);
  }

  function warmUp(entry: HookEntry, args: unknown[]): unknown {
    entry.unchangedRuns++;
    if (entry.unchangedRuns < compileAfter || args.length > MAX_ARITY) return interpret(entry, args);
    compiles ??= canGenerateCode();
    if (!compiles) return interpret(entry, args);
    const run = compile(entry, args.length, { interpreter, outcome });
    entry.compiled = entry.compiled.with(args.length, run);
    return run(...args);
  }

  return {
    sync(entry, ...args) {
      running.enter(entry);
      try {
        const run = entry.compiled[args.length];
        if (run === undefined) return warmUp(entry, [...args]);
        // Passing them one by one lets the engine do without the array.
        switch (args.length) {
          case 0:
            return run();
          case 1:
            return run(args[0]);
          case 2:
            return run(args[0], args[1]);
          case 3:
            return run(args[0], args[1], args[2]);
          default:
            return run(args[0], args[1], args[2], args[3]);
        }
      } finally {
        running.leave(entry);
      }
    },

    async(entry, ...args) {
      let frame: Frame;
      try {
        frame = running.open(entry);
      } catch (error) {
        return Promise.reject(error);
      }
      return running.inside(frame, interpreter.runAsync, entry, args, frame);
    },
  };
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
