import { bool, type Database, json, type Selectable, utc } from '../../../database.js';
import type { Tables } from '../../../index.js';
import type { RunWork } from '../work/run-work.js';
import { doneOf, type Run, type RunAsk, type RunCounts, type RunError, type RunState } from './run.js';

/** A run with its internal columns. */
export interface StoredRun extends Run {
  /** Job id, or the generated name of a command. */
  readonly worker: string | null;
  /** Last attachment that was processed or postponed, as were all before it. */
  readonly lastId: number;
  /** Time it was last added, started or resumed. */
  readonly pacedAt: Date;
}

export type EndState = 'cancelled' | 'completed' | 'failed';

/** Result of consecutive images. */
export interface Chunk {
  readonly counts: RunCounts;
  /** Id of the last image in the chunk. */
  readonly lastId: number;
  /** Images to retry at the end. */
  readonly postponed: readonly number[];
}

/** Repository of runs. A unique key allows one active run at a time. */
export interface RunRows {
  /** @throws a unique violation if another run is active */
  insert(ask: RunAsk, total: number): Promise<number>;
  get(id: number): Promise<StoredRun | null>;
  active(): Promise<StoredRun | null>;
  /** Returns runs, newest first. */
  latest(count: number): Promise<StoredRun[]>;
  /** Assigns a run to a worker that has not started yet. */
  assign(id: number, worker: string): Promise<void>;
  /** Marks a run as started. @returns null if it is no longer assigned to this worker */
  begin(id: number, worker: string): Promise<StoredRun | null>;
  /** Whether this worker should continue. */
  isWorkOf(id: number, worker: string): Promise<boolean>;
  /** Adds the counts and the new position exactly once. @returns whether the position was still the one read */
  count(run: StoredRun, chunk: Chunk): Promise<boolean>;
  postponed(id: number, after: number, count: number): Promise<number[]>;
  /** Counts a postponed image exactly once. */
  countPostponed(id: number, attachmentId: number, outcome: keyof RunCounts): Promise<void>;
  /** @param worker only if assigned to this worker @returns whether it was running until now */
  pause(id: number, worker?: string, error?: RunError | null): Promise<boolean>;
  /** @returns whether it was paused */
  requeue(id: number): Promise<boolean>;
  /** @param worker only if assigned to this worker @returns whether it was active before */
  end(id: number, state: EndState, more?: { worker?: string; error?: RunError }): Promise<boolean>;
  removeBefore(moment: Date): Promise<void>;
}

const NONE: RunCounts = { processed: 0, failed: 0, skipped: 0 };

export function createRunRows(db: Database): RunRows {
  const rows = () => db.query.selectFrom('watermark_runs').selectAll();
  const change = (id: number) => db.query.updateTable('watermark_runs').where('id', '=', id);
  const now = (): string => utc.encode(new Date());

  async function get(id: number): Promise<StoredRun | null> {
    const row = await rows().where('id', '=', id).executeTakeFirst();
    return row ? toRun(row) : null;
  }

  return {
    insert: ({ work, force = false, retryOf = null, userId = null }, total) =>
      db.insert('watermark_runs', {
        work,
        state: 'queued',
        active: 1,
        worker: null,
        user_id: userId,
        forced: bool.encode(force),
        retry_of: retryOf,
        last_id: 0,
        total,
        ...NONE,
        error: null,
        created_at: now(),
        started_at: null,
        ended_at: null,
        paced_at: now(),
        paced_from: 0,
      }),
    get,
    async active() {
      const row = await rows().where('active', '=', 1).executeTakeFirst();
      return row ? toRun(row) : null;
    },
    async latest(count) {
      return (await rows().orderBy('id', 'desc').limit(count).execute()).map(toRun);
    },
    async assign(id, worker) {
      await change(id).where('active', '=', 1).set({ worker }).execute();
    },
    async begin(id, worker) {
      const { numUpdatedRows } = await change(id)
        .where('worker', '=', worker)
        .where('state', 'in', ['queued', 'running'])
        .set(({ eb, fn, ref, val }) => ({
          state: 'running',
          started_at: fn.coalesce('started_at', val(now())),
          paced_at: now(),
          paced_from: eb(eb(ref('processed'), '+', ref('failed')), '+', ref('skipped')),
        }))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 0n ? null : get(id);
    },
    async isWorkOf(id, worker) {
      const row = await db.query
        .selectFrom('watermark_runs')
        .select('id')
        .where((where) => where.and({ id, worker, state: 'running' }))
        .executeTakeFirst();
      return row !== undefined;
    },
    count: (run, { counts, lastId, postponed }) =>
      db.transaction(async () => {
        // Images in progress at a cancellation or pause count as well.
        const { numUpdatedRows } = await change(run.id)
          .where('last_id', '=', run.lastId)
          .set(({ eb }) => ({
            last_id: lastId,
            processed: eb('processed', '+', counts.processed),
            failed: eb('failed', '+', counts.failed),
            skipped: eb('skipped', '+', counts.skipped),
          }))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        const left = postponed.map((id) => ({ run_id: run.id, attachment_id: id }));
        if (left.length > 0) await db.query.insertInto('watermark_postponed').values(left).execute();
        return true;
      }),
    async postponed(id, after, count) {
      const found = await db.query
        .selectFrom('watermark_postponed')
        .select('attachment_id')
        .where('run_id', '=', id)
        .where('attachment_id', '>', after)
        .orderBy('attachment_id')
        .limit(count)
        .execute();
      return found.map((row) => row.attachment_id);
    },
    async countPostponed(id, attachmentId, outcome) {
      await db.transaction(async () => {
        const { numDeletedRows } = await db.query
          .deleteFrom('watermark_postponed')
          .where((where) => where.and({ run_id: id, attachment_id: attachmentId }))
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return;
        await change(id)
          .set(({ eb }) => ({ [outcome]: eb(outcome, '+', 1) }))
          .execute();
      });
    },
    async pause(id, worker, error = null) {
      const query = change(id).where('state', 'in', ['queued', 'running']);
      const { numUpdatedRows } = await (worker === undefined ? query : query.where('worker', '=', worker))
        .set({ state: 'paused', worker: null, error: error && json.encode(error) })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async requeue(id) {
      const { numUpdatedRows } = await change(id)
        .where('state', '=', 'paused')
        .set({ state: 'queued', error: null, paced_at: now() })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async end(id, state, { worker, error } = {}) {
      const query = change(id).where('active', '=', 1);
      const { numUpdatedRows } = await (worker === undefined ? query : query.where('worker', '=', worker))
        .set(({ eb, ref }) => ({
          state,
          active: null,
          ended_at: now(),
          error: error ? json.encode(error) : null,
          // Images were added or deleted during the run.
          ...(state === 'completed' && { total: eb(eb(ref('processed'), '+', ref('failed')), '+', ref('skipped')) }),
        }))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await db.query.deleteFrom('watermark_postponed').where('run_id', '=', id).execute();
      return true;
    },
    async removeBefore(moment) {
      await db.query.deleteFrom('watermark_runs').where('ended_at', '<', utc.encode(moment)).execute();
      // Left over from runs cancelled while images were in progress.
      const active = db.query.selectFrom('watermark_runs').select('id').where('active', '=', 1);
      await db.query.deleteFrom('watermark_postponed').where('run_id', 'not in', active).execute();
    },
  };
}

function toRun(row: Selectable<Tables['watermark_runs']>): StoredRun {
  // The columns only ever receive values of these types.
  const state = row.state as RunState;
  const work = row.work as RunWork;
  const date = (value: string | null) => (value === null ? null : utc.decode(value));
  const { processed, failed, skipped, total } = row;
  return {
    id: row.id,
    work,
    state,
    forced: bool.decode(row.forced),
    retryOf: row.retry_of,
    userId: row.user_id,
    total,
    processed,
    failed,
    skipped,
    worker: row.worker,
    lastId: row.last_id,
    error: row.error === null ? null : (json.decode(row.error) as RunError),
    secondsLeft: state === 'running' ? secondsLeft(row, utc.decode(row.paced_at)) : null,
    pacedAt: utc.decode(row.paced_at),
    createdAt: utc.decode(row.created_at),
    startedAt: date(row.started_at),
    endedAt: date(row.ended_at),
  };
}

function secondsLeft(row: RunCounts & { total: number; paced_from: number }, since: Date): number | null {
  const done = doneOf(row);
  if (done <= row.paced_from) return null;
  const each = (Date.now() - since.getTime()) / (done - row.paced_from);
  return Math.ceil((Math.max(0, row.total - done) * each) / 1000);
}
