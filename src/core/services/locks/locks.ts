import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { CLOCK_CORRECTION } from '../../clock-correction.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { secondsToWait } from '../rate-limit/rate-limiter.js';
import { createLease, type Lease } from './lease.js';
import './tables.js';

/** Who holds a lock, and for how long if they say nothing more. */
export interface LockHolder {
  readonly owner: string;
  readonly token: number;
  readonly remainingMs: number;
}

export interface LockOptions {
  /** Milliseconds after which a holder that said nothing is taken for dead; default 120 000, at most three hours. */
  readonly ttl?: number;
  /** Milliseconds between two signs of life; default 30 000, at most a third of `ttl`. */
  readonly heartbeat?: number;
}

/**
 * Locks between processes and machines: a row with a lease, in the database that they share and by its clock.
 *
 * A holder may be frozen past its lease and wake up believing that it still holds it. So every acquisition has a token
 * that is larger than all before it, and what a lock protects is written through {@link Lease.transaction}, which
 * refuses a holder that somebody has followed. A lease that ends later than any can is of a clock that was wrong, and is
 * over. GET_LOCK and the like are not used: clusters grant them on every node.
 */
export interface Locks {
  /** Takes the lock, or answers null when somebody else holds it. Not inside a transaction: others have to see it. */
  acquire(name: string, options?: LockOptions): Promise<Lease | null>;
  /**
   * Runs `work` as the only one of its name, and gives the lock back afterwards.
   * @throws HostError `lock_busy` (409, with `retryAfter` seconds) when somebody else holds it; what `work` throws
   */
  run<T>(name: string, work: (lease: Lease) => Promise<T>, options?: LockOptions): Promise<T>;
  /** Who holds it, for operators; null when nobody does. */
  holder(name: string): Promise<LockHolder | null>;
  /**
   * Ends a lease for an operator who knows that its holder is gone. Whatever the holder still wants to write is refused.
   * @param holder as `holder` answered it: one that has given a sign of life since, or was followed, is left alone
   * @returns whether it was ended
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
    // A lease that is over before its first answer arrived belongs to whoever came next.
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
    async acquire(name, { ttl: wanted = TTL, heartbeat = HEARTBEAT } = {}) {
      assertOutside(db, name);
      const ttl = Math.min(wanted, CLOCK_CORRECTION);
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
        // Time alone makes it less: whoever has more left than before has been heard of.
        .where('expires_at', '<=', sql<number>`${db.clock} + ${remainingMs}`)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };

  /** Makes the row of a name that was never held. @returns whether there was none */
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
    `The lock "${name}" was asked for inside a transaction, where nobody else would see it. Take it first.`,
  );
}

function busy(name: string, remainingMs: number): HostError {
  return new HostError('lock_busy', `"${name}" is being worked on already. Try again later.`, {
    status: 409,
    lock: name,
    retryAfter: secondsToWait(remainingMs),
  });
}
