import type { HookEntry, HookRecord } from './entry.js';
import { HookTimeoutError, type TimeSpent } from './hook-error.js';
import type { Frame, Running } from './running.js';

/** Keeps the time of one asynchronous dispatch: of each callback, and of all together. */
export interface Deadlines {
  /** Makes a call in which `hooks.signal()` is the signal of this callback. @throws what it throws */
  call(record: HookRecord, makeCall: () => unknown): unknown;
  /**
   * Waits for the promise of the callback that was called last, as long as it may take.
   * @throws what it rejects with; HookTimeoutError, and the signal is aborted then
   */
  wait(pending: PromiseLike<unknown>): Promise<unknown>;
  /** Ends the time of the callback that was called last. */
  ended(): void;
  /** @throws HookTimeoutError when there is no time left for another callback */
  check(): void;
}

/** The longest time a timer of Node can wait for, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createDeadlines(entry: HookEntry, frame: Frame, running: Running): Deadlines {
  const { budgetMs } = entry.policy;
  const startedAt = performance.now();
  const spent: TimeSpent[] = [];
  let current: { record: HookRecord; controller: AbortController; since: number } | undefined;

  function timeoutError({ owner, id }: TimeSpent, limitMs: number, isBudget: boolean): HookTimeoutError {
    const taken = spent.map((one) => `${one.owner} ${Math.round(one.ms)} ms`).join(', ');
    const who = `The callback ${id === null ? '' : `"${id}" `}of ${owner} on the ${entry.kind} "${entry.name}"`;
    const message = isBudget
      ? `The ${entry.kind} "${entry.name}" used up its ${limitMs} ms, the last of them in a callback of ${owner}: ${taken}.`
      : `${who} did not end within ${limitMs} ms. Time of this dispatch: ${taken}.`;
    const code = isBudget ? 'hook_budget_exhausted' : 'hook_callback_timeout';
    return new HookTimeoutError(code, message, { hook: entry.name, owner, spent: [...spent] });
  }

  /** Puts the time that the callback took into the books. */
  function ended(): void {
    if (!current) return;
    const { record, since } = current;
    spent.push({ owner: record.owner, id: record.id, ms: performance.now() - since });
    current = undefined;
  }

  /** The time is over: tells the callback, and makes the error. */
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
      // The same frame with another signal: it ends when the run does, for work that outlives it too.
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
          Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS),
        );
        const inTime =
          <Value>(take: (value: Value) => void) =>
          (value: Value) => {
            // What comes after the deadline is too late; a late rejection is handled by being listened to.
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
