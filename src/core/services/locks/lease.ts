import { type ExpressionBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { HostError } from '../../errors.js';

/** A lock that is held until it is given back, or until its holder has been silent for too long. */
export interface Lease {
  readonly name: string;
  /** Larger than that of every earlier holder: what is written elsewhere can be marked with it. */
  readonly token: number;
  /** Aborted as soon as it is known that the lease is lost: stop then. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in a transaction that nobody can follow: the lock's row is held until it ends.
   * @throws HostError `lock_lost` (409) when somebody else has taken the lock meanwhile; nothing is written then
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the lock back; does nothing when it was lost. What cannot be given back now ends by itself: never throws. */
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

/** Keeps a lease alive. A heartbeat that finds it taken, or none that gets through in time, counts as its loss. */
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
        log.warn({ err: error, lock: name }, 'A lease could not be given back; it ends by itself');
      }
    },
  };
}

function lost(name: string): HostError {
  return new HostError(
    'lock_lost',
    `The lock "${name}" was taken over while its holder was silent. Nothing more was written; the new holder goes on.`,
    { status: 409, lock: name },
  );
}
