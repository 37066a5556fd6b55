import { call, goOn, valueOfRun } from './call.js';
import { advance, type Cursor, createCursor, currentRecord } from './cursor.js';
import type { HookEntry } from './entry.js';
import type { Failures } from './failures.js';
import { isThenable, type Outcome } from './outcome.js';
import type { Probe } from './probe.js';

/** Calls the callbacks of a hook in order, and rereads the live list after each of them. */
export interface Interpreter {
  /**
   * Runs to the end. Takes ownership of `args`: its first element is the value of a filter and is replaced on the
   * way.
   *
   * @param asks whether the first answer ends the run; if so, all callbacks get the same value
   * @param probe measures the calls
   * @param cursor position to continue from if the run began elsewhere
   * @returns the value of a filter, or the answer; undefined for an action
   * @throws the error of a callback, if the policy lets it; HookError `hook_endless_run`, `hook_promise_in_sync_run`
   */
  run(entry: HookEntry, args: unknown[], asks: boolean, probe?: Probe, cursor?: Cursor): unknown;
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
    run(entry, args, asks, probe, cursor = createCursor(entry, maxSteps)) {
      for (;;) {
        const record = currentRecord(entry, cursor);
        if (record === undefined) return valueOfRun(entry, args);
        let result: unknown;
        try {
          probe?.begin(record);
          result = call(record.callback, args);
          probe?.ended(result, false);
          if (entry.policy.accepts !== null && !isThenable(result)) outcome.check(entry, record, result);
        } catch (error) {
          probe?.ended(error, true);
          probe?.concluded(error, true);
          if (!failures.survives(entry, record, error)) return valueOfRun(entry, args);
          advance(entry, cursor);
          continue;
        }
        if (asks) {
          const answer = outcome.answer(entry, record, result);
          probe?.concluded(answer === undefined ? args[0] : answer, false);
          if (answer !== undefined) return answer;
        } else {
          goOn(entry, args, outcome.settle(entry, record, args[0], result));
          probe?.concluded(args[0], false);
        }
        advance(entry, cursor);
      }
    },
  };
}
