import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { CLOCK_CORRECTION } from '../../clock-correction.js';
import { bool } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/names.js';
import { errorText, workerDied } from './job-errors.js';
import type { JobTimes } from './job-times.js';
import type { JobProgress } from './jobs.js';
import './tables.js';

/** Claim of a run to a job. */
export interface Claim {
  readonly id: string;
  readonly holder: string;
  readonly name: string;
  /** JSON. */
  readonly payload: string;
  readonly attempt: number;
  readonly maxAttempts: number;
}

export type Ending =
  | { readonly status: 'completed' /** JSON. */; readonly result: string | null }
  | { readonly status: 'failed'; readonly error: string };

/** State of an unfinished run. */
export type RunState = 'held' | 'cancelled' | 'lost';

/**
 * Job row operations of workers. Every step is a single conditional UPDATE by primary key that works the same on
 * every database: a run that is no longer the holder of the row changes nothing.
 */
export interface JobLeases {
  /** Returns ids and names of jobs that are due, longest overdue first. */
  candidates(names: readonly string[], limit: number): Promise<{ id: string; name: string }[]>;
  /** Claims a job. @returns null if another worker was faster */
  claim(id: string): Promise<Claim | null>;
  renew(claims: readonly Claim[]): Promise<void>;
  /** Returns the state of each claim, by holder. */
  states(claims: readonly Claim[]): Promise<ReadonlyMap<string, RunState>>;
  progress(claim: Claim, progress: JobProgress): Promise<void>;
  /** Ends the job; if cancellation was requested, it is cancelled. @returns false if the run had lost it */
  end(claim: Claim, ending: Ending): Promise<boolean>;
  /** Schedules another run. @returns false if the run had lost it or the job is to be cancelled */
  delay(claim: Claim, error: string, delay: number): Promise<boolean>;
  /**
   * Gives the job back without counting this run. @returns false if the run had lost it or the job is to be cancelled
   */
  giveBack(claim: Claim): Promise<boolean>;
  /** Takes jobs back from silent workers. @returns number of jobs */
  recover(): Promise<number>;
  /** Reschedules delayed jobs after the clock was set back: the remaining delay starts now. */
  correct(): Promise<void>;
  /** Deletes jobs that ended long ago. @returns number of jobs */
  sweep(): Promise<number>;
}

const BATCH = 200;

export function createJobLeases(db: Database, times: JobTimes): JobLeases {
  const untilLease = sql<number>`${db.clock} + ${times.lease}`;

  const ownClaim = ({ id, holder }: Pick<Claim, 'id' | 'holder'>) =>
    db.query.updateTable('jobs').where('id', '=', id).where('holder', '=', holder).where('status', '=', 'running');

  const corrected = sql<number>`${db.clock} + ${CLOCK_CORRECTION}`;
  const isSilent = ({ eb, or }: ExpressionBuilder<Tables, 'jobs'>) =>
    or([eb('lease_until', '<', db.clock), eb('lease_until', '>', corrected)]);

  const isOne = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => numUpdatedRows === 1n;

  const released = { holder: null, lease_until: 0, status_since: db.clock } as const;

  return {
    candidates: (names, limit) =>
      db.query
        .selectFrom('jobs')
        .select(['id', 'name'])
        .where('status', '=', 'waiting')
        .where('name', 'in', names)
        .where('due_at', '<=', db.clock)
        .orderBy('due_at')
        .limit(limit)
        .execute(),
    async claim(id) {
      const holder = randomUUID();
      const claimed = await db.query
        .updateTable('jobs')
        .set((eb) => ({
          status: 'running',
          holder,
          attempts: eb('attempts', '+', 1),
          lease_until: untilLease,
          started_at: db.clock,
          status_since: db.clock,
        }))
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .where('due_at', '<=', db.clock)
        .executeTakeFirstOrThrow();
      if (!isOne(claimed)) return null;
      const row = await db.query
        .selectFrom('jobs')
        .select(['name', 'payload', 'attempts', 'max_attempts'])
        .where('id', '=', id)
        .where('holder', '=', holder)
        .executeTakeFirst();
      if (!row) return null;
      const { name, payload, attempts, max_attempts } = row;
      return { id, holder, name, payload, attempt: attempts, maxAttempts: max_attempts };
    },
    async renew(claims) {
      await db.query
        .updateTable('jobs')
        .set({ lease_until: untilLease })
        .where('id', 'in', idsOf(claims))
        .where('holder', 'in', holdersOf(claims))
        .where('status', '=', 'running')
        .execute();
    },
    async states(claims) {
      const rows = await db.query
        .selectFrom('jobs')
        .select(['holder', 'cancel_requested'])
        .where('id', 'in', idsOf(claims))
        .execute();
      const found = new Map(rows.map((row) => [row.holder, bool.decode(row.cancel_requested)]));
      return new Map(
        claims.map(({ holder }) => {
          const isCancelled = found.get(holder);
          return [holder, isCancelled === undefined ? 'lost' : isCancelled ? 'cancelled' : 'held'];
        }),
      );
    },
    async progress(claim, { done, total }) {
      await ownClaim(claim).set({ progress_done: done, progress_total: total }).execute();
    },
    async end(claim, ending) {
      const { status } = ending;
      const unlessCancelled = <T>(cancelled: RawBuilder<T>, otherwise: T) =>
        sql<T>`case when cancel_requested = 1 then ${cancelled} else ${otherwise} end`;
      return isOne(
        await ownClaim(claim)
          .set({
            ...released,
            status: unlessCancelled<string>(sql`'cancelled'`, status),
            result: unlessCancelled<string | null>(sql`null`, status === 'completed' ? ending.result : null),
            error: unlessCancelled<string | null>(sql`error`, status === 'failed' ? ending.error : null),
            live_key: null,
          })
          .executeTakeFirstOrThrow(),
      );
    },
    async delay(claim, error, delay) {
      return isOne(
        await ownClaim(claim)
          .set({ ...released, status: 'waiting', error, due_at: sql<number>`${db.clock} + ${delay}` })
          .where('cancel_requested', '=', bool.encode(false))
          .executeTakeFirstOrThrow(),
      );
    },
    async giveBack(claim) {
      return isOne(
        await ownClaim(claim)
          .set((eb) => ({ ...released, status: 'waiting', attempts: eb('attempts', '-', 1), due_at: db.clock }))
          .where('cancel_requested', '=', bool.encode(false))
          .executeTakeFirstOrThrow(),
      );
    },
    async recover() {
      const silent = await db.query
        .selectFrom('jobs')
        .select(['id', 'holder', 'attempts', 'max_attempts', 'cancel_requested'])
        .where('status', '=', 'running')
        .where(isSilent)
        .limit(BATCH)
        .execute();
      let recovered = 0;
      for (const { id, holder, attempts, max_attempts, cancel_requested } of silent) {
        const isCancelled = bool.decode(cancel_requested);
        const isLast = attempts >= max_attempts;
        const outcome = isCancelled
          ? { status: 'cancelled', live_key: null }
          : isLast
            ? { status: 'failed', live_key: null, error: errorText(workerDied(attempts)) }
            : { status: 'waiting', due_at: db.clock };
        const updated = await ownClaim({ id, holder: holder ?? '' })
          .set({ ...released, ...outcome })
          .where(isSilent)
          .where('cancel_requested', '=', cancel_requested)
          .executeTakeFirstOrThrow();
        if (isOne(updated)) recovered += 1;
      }
      return recovered;
    },
    async correct() {
      await db.query
        .updateTable('jobs')
        // Keep this order: MariaDB evaluates later assignments with the values set by earlier ones.
        .set({ due_at: sql<number>`due_at - status_since + ${db.clock}`, status_since: db.clock })
        .where('status', '=', 'waiting')
        .where('status_since', '>', corrected)
        .execute();
    },
    async sweep() {
      let swept = 0;
      for (const [status, keep] of [
        ['completed', times.keepDone],
        ['cancelled', times.keepDone],
        ['failed', times.keepFailed],
      ] as const) {
        for (;;) {
          const rows = await db.query
            .selectFrom('jobs')
            .select('id')
            .where('status', '=', status)
            .where('status_since', '<', sql<number>`${db.clock} - ${keep}`)
            .orderBy('status_since')
            .limit(BATCH)
            .execute();
          if (rows.length === 0) break;
          // A job retried in the meantime has another status and is kept.
          await db.query.deleteFrom('jobs').where('id', 'in', idsOf(rows)).where('status', '=', status).execute();
          swept += rows.length;
          if (rows.length < BATCH) break;
        }
      }
      return swept;
    },
  };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function holdersOf(claims: readonly Claim[]): string[] {
  return claims.map(({ holder }) => holder);
}
