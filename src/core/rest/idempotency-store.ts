import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { CLOCK_CORRECTION } from '../clock-correction.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/tables.js';
import { HostError } from '../errors.js';
import './idempotency-table.js';

export type IdempotencyRow = Selectable<Tables['idempotency_keys']>;

/** What is kept of an answer. */
export interface KeptAnswer {
  readonly state: 'finished' | 'unkept';
  readonly status: number;
  /** JSON. */
  readonly headers: string;
  /** JSON; null for none. */
  readonly body: string | null;
}

/** A run's right to work on a key. */
export interface Claim {
  readonly keyHash: string;
  readonly holder: string;
}

/** The steps that a key takes, each in one short transaction or statement and safe against other processes. */
export interface IdempotencyStore {
  /**
   * Takes the key, or answers the row of whoever has it: a run that is alive or an answer that is still kept. Of
   * several that come at once, here or in other processes, one takes it.
   */
  claim(keyHash: string, fingerprint: string): Promise<Claim | IdempotencyRow>;
  /** Says that the run is alive. */
  renew(claim: Claim): Promise<void>;
  /**
   * Keeps the answer, in the transaction that is running or in one of its own.
   * @throws HostError 503 `rest_idempotency_lost` when another run has taken the key over
   */
  finish(claim: Claim, answer: KeptAnswer): Promise<void>;
  /** Gives the key back, so that the next request with it runs. */
  release(claim: Claim): Promise<void>;
  /** Removes rows past their time. @returns whether there may be more */
  sweep(): Promise<boolean>;
}

export interface IdempotencyStoreOptions {
  readonly db: Database;
  /** Milliseconds for which a run is taken to be alive after its last word. */
  readonly leaseMs: number;
  /** Milliseconds for which an answer is kept. */
  readonly keepMs: number;
  /** The clock that all processes share; default the database's. */
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

  const held = ({ keyHash, holder }: Claim) =>
    db.query
      .updateTable('idempotency_keys')
      .where('key_hash', '=', keyHash)
      .where('holder', '=', holder)
      .where('state', '=', 'running');

  /** @returns false when somebody else was first */
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

  /** Takes a row over as it was read. @returns false when it has changed since */
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
      await held(claim)
        .set({ lease_until: utc.encode(leaseUntil) })
        .execute();
    },
    async finish(claim, answer) {
      const expiresAt = new Date((await now()).getTime() + keepMs);
      const { numUpdatedRows } = await held(claim)
        .set({ ...answer, expires_at: utc.encode(expiresAt) })
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

/** Whether a row still speaks for itself: a run whose lease holds, an answer within its time. */
function isValid(row: IdempotencyRow, time: Date): boolean {
  if (row.state !== 'running') return utc.decode(row.expires_at) > time;
  const remaining = utc.decode(row.lease_until).getTime() - time.getTime();
  return remaining > 0 && remaining <= CLOCK_CORRECTION;
}

function lost(): HostError {
  return new HostError(
    'rest_idempotency_lost',
    'Another run has taken this Idempotency-Key over, so this one was undone. Repeat the request for its answer.',
    { status: 503, headers: { 'Retry-After': '1' } },
  );
}
