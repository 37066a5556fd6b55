import { type ExpressionBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/names.js';
import { HostError } from '../../errors.js';

/** Lock held until it is released or its holder is silent for too long. */
export interface Lease {
  readonly name: string;
  /** Fencing token: larger than that of every earlier holder. Store it with what you write elsewhere. */
  readonly token: number;
  /** Aborted once the lease is known to be lost. Stop then. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in a transaction during which the lock cannot be taken over: it holds a row lock until the end.
   * @throws HostError `lock_lost` (409) if another process has taken the lock; nothing is written then
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Releases the lock, unless it was lost. Never throws: if the release fails, the lease expires by itself. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly name: string;
  readonly owner: string;
  readonly token: number;
  /** Milliseconds. */
  readonly ttl: number;
  /** Milliseconds. */
  readonly heartbeat: number;
}

/** Keeps a lease alive. It is lost if a heartbeat finds it taken, or if none succeeds in time. */
export function createLease({ db, log, name, owner, token, ttl, heartbeat }: LeaseOptions): Lease {
  const loss = new AbortController();
  const isMine = (where: ExpressionBuilder<Tables, 'locks'>) => where.and({ name, owner, token });
  let renewedAt = performance.now();
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, heartbeat).unref();

  function lose(): void {
    clearInterval(timer);
    if (!loss.signal.aborted) loss.abort(lost(name));
  }

  async function beat(): Promise<void> {
    if (loss.signal.aborted) return;
    const began = performance.now();
    try {
      const { numUpdatedRows } = await db.query
        .updateTable('locks')
        .set({ expires_at: sql<number>`${db.clock} + ${ttl}` })
        .where(isMine)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return lose();
      renewedAt = began;
    } catch (error) {
      log.warn({ err: error, lock: name }, 'A lease could not be renewed');
      if (performance.now() - renewedAt > ttl) lose();
    }
  }

  return {
    name,
    token,
    signal: loss.signal,
    transaction: (work) =>
      db.transaction(async () => {
        const row = await db.query.selectFrom('locks').select('token').where(isMine).forUpdate().executeTakeFirst();
        if (!row) {
          lose();
          throw lost(name);
        }
        return work();
      }),
    async release() {
      clearInterval(timer);
      await beating;
      try {
        await db.query.updateTable('locks').set({ expires_at: 0 }).where(isMine).execute();
      } catch (error) {
        log.warn({ err: error, lock: name }, 'A lease could not be released; it expires');
      }
    },
  };
}

function lost(name: string): HostError {
  return new HostError(
    'lock_lost',
    `Another holder took over the lock "${name}" because this one did not respond. Nothing was written.`,
    { status: 409, lock: name },
  );
}
