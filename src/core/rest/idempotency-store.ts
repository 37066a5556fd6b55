import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { CLOCK_CORRECTION } from '../clock-correction.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { HostError } from '../errors.js';
import './idempotency-table.js';

export type IdempotencyRow = Selectable<Tables['idempotency_keys']>;

/** Stored form of a response. */
export interface StoredResponse {
  readonly state: 'finished' | 'unkept';
  readonly status: number;
  /** Response headers, as JSON. */
  readonly headers: string;
  /** Response body as JSON; null for none. */
  readonly body: string | null;
}

/** Lock of a run on an idempotency key. */
export interface Claim {
  readonly keyHash: string;
  readonly holder: string;
}

/** State changes of a key. Each is one short transaction or statement, safe against other processes. */
export interface IdempotencyStore {
  /**
   * Locks the key, or returns the row of its current holder: a live run or a stored response. If several requests
   * arrive at the same time, here or in other processes, one gets the lock.
   */
  claim(keyHash: string, fingerprint: string): Promise<Claim | IdempotencyRow>;
  /** Extends the lease of the run. */
  renew(claim: Claim): Promise<void>;
  /**
   * Stores the response, in the current transaction or in a new one.
   * @throws HostError 503 `rest_idempotency_lost` when another run has taken over the key
   */
  finish(claim: Claim, stored: StoredResponse): Promise<void>;
  /** Releases the key, so that the next request with it runs. */
  release(claim: Claim): Promise<void>;
  /** Deletes expired rows. @returns whether there may be more */
  sweep(): Promise<boolean>;
}

export interface IdempotencyStoreOptions {
  readonly db: Database;
  /** Milliseconds after its last renewal until a run counts as dead. */
  readonly leaseMs: number;
  /** Milliseconds a response is stored. */
  readonly keepMs: number;
  /** Clock shared by all processes. @default the database's clock */
  readonly now?: () => Promise<Date>;
}

const ATTEMPTS = 10;
const SWEEP_BATCH = 200;

export function isClaim(outcome: Claim | IdempotencyRow): outcome is Claim {
  return 'keyHash' in outcome;
}

export function createIdempotencyStore({
  db,
  leaseMs,
  keepMs,
  now = db.now,
}: IdempotencyStoreOptions): IdempotencyStore {
  const find = (keyHash: string): Promise<IdempotencyRow | undefined> =>
    db.query.selectFrom('idempotency_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();

  const ownClaim = ({ keyHash, holder }: Claim) =>
    db.query
      .updateTable('idempotency_keys')
      .where('key_hash', '=', keyHash)
      .where('holder', '=', holder)
      .where('state', '=', 'running');

  /** @returns false when another process inserted it first */
  async function insert(keyHash: string, values: Omit<IdempotencyRow, 'key_hash'>): Promise<boolean> {
    try {
      await db.transaction(() =>
        db.query
          .insertInto('idempotency_keys')
          .values({ key_hash: keyHash, ...values })
          .execute(),
      );
      return true;
    } catch (error) {
      if (db.isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Takes over a row if it is unchanged. @returns false when it has changed since it was read */
  async function replace(row: IdempotencyRow, values: Omit<IdempotencyRow, 'key_hash'>): Promise<boolean> {
    const { numUpdatedRows } = await db.query
      .updateTable('idempotency_keys')
      .set(values)
      .where('key_hash', '=', row.key_hash)
      .where('holder', '=', row.holder)
      .where('state', '=', row.state)
      .where('lease_until', '=', row.lease_until)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  return {
    async claim(keyHash, fingerprint) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const row = await find(keyHash);
        const time = await now();
        if (row && isValid(row, time)) return row;
        const holder = randomUUID();
        const values = {
          fingerprint,
          state: 'running',
          holder,
          lease_until: utc.encode(new Date(time.getTime() + leaseMs)),
          expires_at: utc.encode(new Date(time.getTime() + leaseMs + keepMs)),
          status: null,
          headers: null,
          body: null,
        };
        if (row ? await replace(row, values) : await insert(keyHash, values)) return { keyHash, holder };
      }
      throw lost();
    },
    async renew(claim) {
      const leaseUntil = new Date((await now()).getTime() + leaseMs);
      await ownClaim(claim)
        .set({ lease_until: utc.encode(leaseUntil) })
        .execute();
    },
    async finish(claim, stored) {
      const expiresAt = new Date((await now()).getTime() + keepMs);
      const { numUpdatedRows } = await ownClaim(claim)
        .set({ ...stored, expires_at: utc.encode(expiresAt) })
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw lost();
    },
    async release({ keyHash, holder }) {
      await db.query
        .deleteFrom('idempotency_keys')
        .where('key_hash', '=', keyHash)
        .where('holder', '=', holder)
        .where('state', '=', 'running')
        .execute();
    },
    async sweep() {
      const time = utc.encode(await now());
      const rows = await db.query
        .selectFrom('idempotency_keys')
        .select('key_hash')
        .where('expires_at', '<', time)
        .orderBy('expires_at')
        .limit(SWEEP_BATCH)
        .execute();
      if (rows.length === 0) return false;
      await db.query
        .deleteFrom('idempotency_keys')
        .where(
          'key_hash',
          'in',
          rows.map((row) => row.key_hash),
        )
        .where('expires_at', '<', time)
        .execute();
      return rows.length === SWEEP_BATCH;
    },
  };
}

/** Whether a row is still valid: a run with a live lease, or a response that has not expired. */
function isValid(row: IdempotencyRow, time: Date): boolean {
  if (row.state !== 'running') return utc.decode(row.expires_at) > time;
  const remaining = utc.decode(row.lease_until).getTime() - time.getTime();
  return remaining > 0 && remaining <= CLOCK_CORRECTION;
}

function lost(): HostError {
  return new HostError(
    'rest_idempotency_lost',
    'Another run took over this Idempotency-Key, so this one was rolled back. Retry the request to get its response.',
    { status: 503, headers: { 'Retry-After': '1' } },
  );
}
