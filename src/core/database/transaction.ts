import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import { createMutex, type Mutex } from './mutex.js';
import type { Tables } from './names.js';
import { retry } from './retry.js';

export type AfterCommit = () => void | Promise<void>;

export interface Transactions {
  /** The current transaction, or the pool. */
  executor(): Kysely<Tables>;
  isRunning(): boolean;
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` in the current transaction, or in a new one. Cheaper than `run`: no savepoint. */
  join<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` as if no transaction were running in this asynchronous context. */
  apart<T>(work: () => Promise<T>): Promise<T>;
  afterCommit(callback: AfterCommit): void;
  /** Disables the async context storage, which costs time on every promise. */
  close(): void;
}

export interface TransactionOptions {
  kysely: Kysely<Tables>;
  isRetryable: (error: unknown) => boolean;
  /** Milliseconds a nested transaction waits for its sibling. */
  timeout: number;
  /** Called with errors of after-commit callbacks, which no caller receives. */
  report: (error: unknown) => void;
  /** Called at the start and end of each outermost transaction. */
  onStatement?: (sql: 'begin' | 'commit') => void;
}

/** One transaction level: the outermost, or a nested one with a savepoint. */
interface Scope {
  executor: Kysely<Tables>;
  parent: Scope | null;
  depth: number;
  /** False once the level has ended; work that it started without awaiting must not use it after that. */
  isOpen: boolean;
  callbacks: AfterCommit[];
  /** Savepoints nest, so concurrent nested transactions take turns. */
  children: Mutex;
}

const ATTEMPTS = 5;

/**
 * Creates transactions that follow the asynchronous context. Code called inside one joins it without a parameter. A
 * nested call that throws rolls back only its own writes (savepoint) and drops its after-commit callbacks. The
 * outermost call is retried, up to five runs, on deadlock, lock timeout or busy file.
 */
export function createTransactions({
  kysely,
  isRetryable,
  timeout,
  report,
  onStatement,
}: TransactionOptions): Transactions {
  const scopes = new AsyncLocalStorage<Scope | null>();

  function current(): Scope | null {
    let scope: Scope | null = scopes.getStore() ?? null;
    while (scope && !scope.isOpen) scope = scope.parent;
    return scope;
  }

  async function enter<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    try {
      return await scopes.run(scope, work);
    } finally {
      scope.isOpen = false;
    }
  }

  async function outermost<T>(work: () => Promise<T>): Promise<T> {
    const attempt = () =>
      kysely.transaction().execute(async (executor) => {
        onStatement?.('begin');
        const scope = openScope(executor, null);
        const result = await enter(scope, work);
        onStatement?.('commit');
        return { result, callbacks: scope.callbacks };
      });
    const { result, callbacks } = await retry(attempt, { isRetryable, attempts: ATTEMPTS });
    for (const callback of callbacks) await call(callback);
    return result;
  }

  async function nested<T>(parent: Scope, work: () => Promise<T>): Promise<T> {
    const leave = await parent.children.acquire(timeout);
    try {
      const scope = openScope(parent.executor, parent);
      const savepoint = sql.raw(`savepoint level_${scope.depth}`);
      await savepoint.execute(parent.executor);
      const result = await enter(scope, work).catch(async (error: unknown) => {
        // A transaction that the server ended has no savepoints left, and its commit fails.
        await sql`rollback to ${savepoint}`.execute(parent.executor).catch(() => undefined);
        throw error;
      });
      await sql`release ${savepoint}`.execute(parent.executor);
      parent.callbacks.push(...scope.callbacks);
      return result;
    } finally {
      leave();
    }
  }

  async function call(callback: AfterCommit): Promise<void> {
    try {
      await callback();
    } catch (error) {
      report(error);
    }
  }

  return {
    executor: () => current()?.executor ?? kysely,
    isRunning: () => current() !== null,
    run(work) {
      const scope = current();
      return scope ? nested(scope, work) : outermost(work);
    },
    join: (work) => (current() ? work() : outermost(work)),
    apart: (work) => scopes.run(null, work),
    close: () => scopes.disable(),
    afterCommit(callback) {
      const scope = current();
      if (scope) scope.callbacks.push(callback);
      else void call(callback);
    },
  };
}

function openScope(executor: Kysely<Tables>, parent: Scope | null): Scope {
  return { executor, parent, depth: (parent?.depth ?? 0) + 1, isOpen: true, callbacks: [], children: createMutex() };
}
