import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { CLOCK_CORRECTION } from '../../clock-correction.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { secondsToWait } from '../rate-limit/rate-limiter.js';
import { createLease, type Lease } from './lease.js';
import './tables.js';

/** Lock holder, and milliseconds until its lease expires without a heartbeat. */
export interface LockHolder {
  readonly owner: string;
  readonly token: number;
  readonly remainingMs: number;
}

/** Options of a lock. */
export interface LockOptions {
  /** Milliseconds after which a silent holder counts as dead; at most three hours. @default 120_000 */
  readonly ttl?: number;
  /** Milliseconds between heartbeats; at most a third of `ttl`. @default 30_000 */
  readonly heartbeat?: number;
}

/**
 * Locks across processes and machines: a row with a lease, in the shared database and by its clock.
 *
 * A holder may be frozen past its lease and wake up believing that it still holds the lock. So every acquisition gets
 * a token larger than all before it, and protected data is written through {@link Lease.transaction}, which rejects a
 * holder that has been replaced. A lease that ends later than the maximum comes from a wrong clock and counts as
 * expired. GET_LOCK and similar functions are not used: clusters grant them on every node.
 */
export interface Locks {
  /** Acquires the lock; returns null if it is held. Call it outside transactions, where other processes can see it. */
  acquire(name: string, options?: LockOptions): Promise<Lease | null>;
  /**
   * Runs `work` while holding the lock, and releases it afterwards.
   * @throws HostError `lock_busy` (409, with `retryAfter` seconds) if the lock is held; the error of `work`
   */
  run<T>(name: string, work: (lease: Lease) => Promise<T>, options?: LockOptions): Promise<T>;
  /** Returns the current holder, for operators; null if there is none. */
  holder(name: string): Promise<LockHolder | null>;
  /**
   * Ends a lease for an operator who knows that its holder is dead. Later writes of that holder are rejected.
   * @param holder result of `holder`; if it has since sent a heartbeat or been replaced, nothing happens
   * @returns whether the lease was ended
   */
  end(name: string, holder: LockHolder): Promise<boolean>;
}

const TTL = 120_000;
const HEARTBEAT = 30_000;

export function createLocks(db: Database, log: Logger): Locks {
  async function claim(name: string, owner: string, ttl: number): Promise<number | null> {
    const expires = sql<number>`${db.clock} + ${ttl}`;
    const { numUpdatedRows } = await db.query
      .updateTable('locks')
      .set((eb) => ({ owner, token: eb('token', '+', 1), expires_at: expires }))
      .where('name', '=', name)
      .where(({ eb, or }) =>
        or([eb('expires_at', '<', db.clock), eb('expires_at', '>', sql<number>`${db.clock} + ${CLOCK_CORRECTION}`)]),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return null;
    const row = await read(name);
    // If the lease expires before this read, the lock belongs to the next holder.
    return row?.owner === owner ? row.token : null;
  }

  function read(name: string) {
    return db.query
      .selectFrom('locks')
      .select(['owner', 'token', 'expires_at', db.clock.as('now')])
      .where('name', '=', name)
      .executeTakeFirst();
  }

  const locks: Locks = {
    async acquire(name, { ttl: requestedTtl = TTL, heartbeat = HEARTBEAT } = {}) {
      assertOutside(db, name);
      const ttl = Math.min(requestedTtl, CLOCK_CORRECTION);
      const owner = randomUUID();
      const token = (await claim(name, owner, ttl)) ?? ((await introduce(name)) ? await claim(name, owner, ttl) : null);
      if (token === null) return null;
      return createLease({ db, log, name, owner, token, ttl, heartbeat: Math.min(heartbeat, ttl / 3) });
    },
    async run(name, work, options) {
      const lease = await locks.acquire(name, options);
      if (!lease) throw busy(name, (await locks.holder(name))?.remainingMs ?? 0);
      try {
        return await work(lease);
      } finally {
        await lease.release();
      }
    },
    async holder(name) {
      const row = await read(name);
      const remainingMs = row ? row.expires_at - row.now : 0;
      if (!row || remainingMs < 0 || remainingMs > CLOCK_CORRECTION) return null;
      return { owner: row.owner, token: row.token, remainingMs };
    },
    async end(name, { owner, token, remainingMs }) {
      const { numUpdatedRows } = await db.query
        .updateTable('locks')
        .set({ owner: '', expires_at: 0 })
        .where((eb) => eb.and({ name, owner, token }))
        // The remaining time only shrinks by itself; if it has grown, there was a heartbeat.
        .where('expires_at', '<=', sql<number>`${db.clock} + ${remainingMs}`)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };

  /** Creates the row of a lock that was never held. @returns whether there was none */
  async function introduce(name: string): Promise<boolean> {
    if (await read(name)) return false;
    await db.upsert('locks', { name, owner: '', token: 0, expires_at: 0 }, ['name'], {});
    return true;
  }

  return locks;
}

function assertOutside(db: Database, name: string): void {
  if (!db.isInTransaction()) return;
  throw new HostError(
    'lock_in_transaction',
    `The lock "${name}" cannot be acquired inside a transaction, where other processes do not see it. Acquire it first.`,
  );
}

function busy(name: string, remainingMs: number): HostError {
  return new HostError('lock_busy', `"${name}" is locked by another process. Try again later.`, {
    status: 409,
    lock: name,
    retryAfter: secondsToWait(remainingMs),
  });
}
