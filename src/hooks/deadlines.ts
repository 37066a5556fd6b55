import type { HookEntry, HookRecord } from './entry.js';
import { HookTimeoutError, type TimeSpent } from './hook-error.js';
import type { Frame, Running } from './running.js';

/** Deadlines of one asynchronous dispatch: one per callback, and one for all of them. */
export interface Deadlines {
  /** Calls a callback so that `hooks.signal()` returns its signal. @throws the error of the callback */
  call(record: HookRecord, makeCall: () => unknown): unknown;
  /**
   * Awaits the promise of the callback called last, within its time limit.
   * @throws the rejection of the promise, or HookTimeoutError after aborting the signal
   */
  wait(pending: PromiseLike<unknown>): Promise<unknown>;
  /** Stops the clock of the callback called last. */
  ended(): void;
  /** @throws HookTimeoutError if no time is left for another callback */
  check(): void;
}

/** Maximum delay of a Node timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function createDeadlines(entry: HookEntry, frame: Frame, running: Running): Deadlines {
  const { budgetMs } = entry.policy;
  const startedAt = performance.now();
  const spent: TimeSpent[] = [];
  let current: { record: HookRecord; controller: AbortController; since: number } | undefined;

  function timeoutError({ owner, id }: TimeSpent, limitMs: number, isBudget: boolean): HookTimeoutError {
    const durations = spent.map((one) => `${one.owner} ${Math.round(one.ms)} ms`).join(', ');
    const who = `The callback ${id === null ? '' : `"${id}" `}of ${owner} on the ${entry.kind} "${entry.name}"`;
    const message = isBudget
      ? `The ${entry.kind} "${entry.name}" used up its ${limitMs} ms, the last of them in a callback of ${owner}: ${durations}.`
      : `${who} did not end within ${limitMs} ms. Time of this dispatch: ${durations}.`;
    const code = isBudget ? 'hook_budget_exhausted' : 'hook_callback_timeout';
    return new HookTimeoutError(code, message, { hook: entry.name, owner, spent: [...spent] });
  }

  /** Records the time the callback took. */
  function ended(): void {
    if (!current) return;
    const { record, since } = current;
    spent.push({ owner: record.owner, id: record.id, ms: performance.now() - since });
    current = undefined;
  }

  /** Aborts the signal of the callback and creates the timeout error. */
  function abort(controller: AbortController, limitMs: number, isBudget: boolean): HookTimeoutError {
    ended();
    const error = timeoutError(spent.at(-1) as TimeSpent, limitMs, isBudget);
    controller.abort(error);
    return error;
  }

  return {
    ended,

    call(record, makeCall) {
      const controller = new AbortController();
      current = { record, controller, since: performance.now() };
      const outer = frame.signal;
      const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
      // `finished` is a getter so that it also becomes true for work that outlives the run.
      const own: Frame = {
        entry,
        parent: frame.parent,
        depth: frame.depth,
        signal,
        owner: frame.owner,
        get finished() {
          return frame.finished;
        },
      };
      return running.inside(own, makeCall);
    },

    wait(pending) {
      if (!current) return Promise.resolve(pending);
      const { record, controller, since } = current;
      const ownMs = Math.min(record.timeoutMs, entry.policy.timeoutMs);
      const budgetLeftMs = budgetMs - (since - startedAt);
      const isBudget = budgetLeftMs < ownMs;
      const leftMs = Math.min(ownMs, budgetLeftMs) - (performance.now() - since);
      if (leftMs === Number.POSITIVE_INFINITY) return Promise.resolve(pending).finally(ended);

      return new Promise((resolve, reject) => {
        let isOver = false;
        const timer = setTimeout(
          () => {
            isOver = true;
            reject(abort(controller, isBudget ? budgetMs : ownMs, isBudget));
          },
          Math.min(Math.max(leftMs, 0), MAX_TIMER_MS),
        );
        const inTime =
          <Value>(take: (value: Value) => void) =>
          (value: Value) => {
            // Ignore results after the deadline. This listener also keeps a late rejection from being unhandled.
            if (isOver) return;
            clearTimeout(timer);
            ended();
            take(value);
          };
        pending.then(inTime(resolve), inTime(reject));
      });
    },

    check() {
      const last = spent.at(-1);
      if (last && performance.now() - startedAt >= budgetMs) throw timeoutError(last, budgetMs, true);
    },
  };
}
