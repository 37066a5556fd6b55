import { call, goOn, valueOfRun } from './call.js';
import { type HookEntry, type HookRecord, indexAfter } from './entry.js';
import type { Failures } from './failures.js';
import { HookError } from './hook-error.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Probe } from './probe.js';

/** Calls the callbacks of a hook one after the other and looks, after each of them, at the list as it is then. */
export interface Interpreter {
  /**
   * Runs from `index` to the end. `args` is the run's own array: its first element is the value of a filter and is
   * replaced on the way.
   *
   * @param expected how many callbacks the run had still to call when it began, or before its list changed
   * @param probe measures the calls
   * @returns the value of a filter; undefined for an action
   * @throws what a callback throws, if the policy lets it; HookError `hook_endless_run`, `hook_promise_in_sync_run`
   */
  run(entry: HookEntry, args: unknown[], index: number, expected: number, probe?: Probe): unknown;
  /** Asks the callbacks of a filter until one answers. @returns the answer, or the value that all were asked with */
  ask(entry: HookEntry, args: unknown[], probe?: Probe): unknown;
}

export function createInterpreter({
  outcome,
  failures,
  maxSteps,
}: {
  outcome: Outcome;
  failures: Failures;
  maxSteps: number;
}): Interpreter {
  return {
    run(entry, args, index, expected, probe) {
      let left = expected + maxSteps;
      for (let record = entry.records[index]; record !== undefined; record = entry.records[index]) {
        if (left-- === 0) throw endlessRun(entry, record, maxSteps);
        let result: unknown;
        try {
          probe?.begin(record);
          result = call(record.callback, args);
          probe?.ended(result, false);
          if (entry.policy.accepts !== null && !isThenable(result)) outcome.check(entry, record, result);
        } catch (error) {
          probe?.ended(error, true);
          probe?.concluded(error, true);
          if (!failures.survives(entry, record, error)) break;
          index = indexAfter(entry.records, record, index);
          continue;
        }
        goOn(entry, args, outcome.settle(entry, record, args[0], result));
        probe?.concluded(args[0], false);
        index = indexAfter(entry.records, record, index);
      }
      return valueOfRun(entry, args);
    },

    ask(entry, args, probe) {
      let left = entry.records.length + maxSteps;
      let index = 0;
      for (let record = entry.records[index]; record !== undefined; record = entry.records[index]) {
        if (left-- === 0) throw endlessRun(entry, record, maxSteps);
        let result: unknown;
        try {
          probe?.begin(record);
          result = call(record.callback, args);
          probe?.ended(result, false);
          if (entry.policy.accepts !== null && !isThenable(result)) outcome.check(entry, record, result);
        } catch (error) {
          probe?.ended(error, true);
          probe?.concluded(error, true);
          if (!failures.survives(entry, record, error)) break;
        }
        const answer = outcome.answer(entry, record, result);
        probe?.concluded(answer === undefined ? args[0] : answer, false);
        if (answer !== undefined) return answer;
        index = indexAfter(entry.records, record, index);
      }
      return args[0];
    },
  };
}

export function endlessRun(entry: HookEntry, { owner }: HookRecord, maxSteps: number): HookError {
  return new HookError(
    'hook_endless_run',
    `One run of the ${entry.kind} "${entry.name}" called ${maxSteps} callbacks more than it began with, the last of ${owner}. A callback that adds callbacks behind itself whenever it is called needs an end.`,
  );
}
