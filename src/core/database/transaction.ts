import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from './tables.js';

type Callback = () => void | Promise<void>;

interface Running {
  readonly executor: Transaction<Tables>;
  readonly afterCommit: Callback[];
}

/** Transactions that find each other through the async context. */
export interface Transactions {
  /** The running transaction's executor, else the database's. */
  executor(): Kysely<Tables>;
  run<T>(work: () => Promise<T>): Promise<T>;
  afterCommit(callback: Callback): void;
}

const ATTEMPTS = 6;

/**
 * A transaction inside a transaction joins it: code need not know whether it is called within one, and a pool with
 * one free connection cannot block itself. The outermost one is tried anew when the database chose it as the victim
 * of a deadlock, so its work must be repeatable: no mail, no file, nothing but the database.
 */
export function createTransactions(kysely: Kysely<Tables>, isRetryable: (error: unknown) => boolean, log: Logger): Transactions {
  const context = new AsyncLocalStorage<Running | undefined>();

  async function runOnce<T>(work: () => Promise<T>): Promise<{ result: T; callbacks: Callback[] }> {
    const callbacks: Callback[] = [];
    const result = await kysely
      .transaction()
      .execute((executor) => context.run({ executor, afterCommit: callbacks }, work));
    return { result, callbacks };
  }

  /** What is committed stays committed: an error here is the callback's own. */
  async function call(callback: Callback): Promise<void> {
    try {
      await context.run(undefined, callback);
    } catch (error) {
      log.error({ err: error }, 'A callback after a commit failed');
    }
  }

  return {
    executor: () => context.getStore()?.executor ?? kysely,
    async run(work) {
      if (context.getStore()) return work();
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { result, callbacks } = await runOnce(work);
          for (const callback of callbacks) await call(callback);
          return result;
        } catch (error) {
          if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
          await sleep(Math.random() * 20 * 2 ** attempt);
        }
      }
    },
    afterCommit(callback) {
      const running = context.getStore();
      if (running) running.afterCommit.push(callback);
      else void call(callback);
    },
  };
}
