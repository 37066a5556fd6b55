import { type Selectable, sql } from 'kysely';
import { bool, json } from '../../database/codec.js';
import { contains } from '../../database/contains.js';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/names.js';
import type { Job, JobFilter, JobStatus } from './jobs.js';
import type { NewJob } from './new-job.js';
import './tables.js';

export type JobRow = Selectable<Tables['jobs']> & { readonly now: number };

/** Job row operations for adding, listing, retrying and cancelling. */
export interface JobRows {
  /** @throws a unique violation if the key is taken */
  insert(job: NewJob): Promise<void>;
  find(id: string): Promise<JobRow | undefined>;
  /** Returns the waiting or running job with this name and key. */
  findByKey(name: string, key: string): Promise<JobRow | undefined>;
  list(filter: JobFilter): Promise<{ rows: JobRow[]; total: number }>;
  /**
   * Restarts a failed or cancelled job.
   * @returns false if it has another status
   * @throws a unique violation if its key is taken
   */
  restart(id: string): Promise<boolean>;
  /** @returns `ended` if it was waiting, `stopping` if it is running, null otherwise */
  cancel(id: string): Promise<'ended' | 'stopping' | null>;
  /** Deletes all jobs with these names. */
  removeAll(names: readonly string[]): Promise<void>;
}

export function createJobRows(db: Database): JobRows {
  const now = db.clock.as('now');

  function matching({ status, name }: JobFilter) {
    let query = db.query.selectFrom('jobs');
    if (name !== undefined && name !== '') {
      query = query.where(contains(sql.ref('name'), name));
    }
    if (status === undefined) return query;
    const stored = query.where('status', '=', status === 'delayed' ? 'waiting' : status);
    if (status === 'waiting') return stored.where('due_at', '<=', db.clock);
    return status === 'delayed' ? stored.where('due_at', '>', db.clock) : stored;
  }

  return {
    async insert({ id, name, payload, key, delay, maxAttempts }) {
      await db.query
        .insertInto('jobs')
        .values({
          id,
          name,
          status: 'waiting',
          payload,
          attempts: 0,
          max_attempts: maxAttempts,
          job_key: key,
          live_key: key,
          due_at: sql<number>`${db.clock} + ${delay}`,
          created_at: db.clock,
          status_since: db.clock,
          lease_until: 0,
          cancel_requested: bool.encode(false),
        })
        .execute();
    },
    find: (id) => db.query.selectFrom('jobs').selectAll().select(now).where('id', '=', id).executeTakeFirst(),
    findByKey(name, key) {
      const query = db.query
        .selectFrom('jobs')
        .selectAll()
        .select(now)
        .where('name', '=', name)
        .where('live_key', '=', key);
      // A transaction reads an old snapshot unless it locks the rows.
      return (db.isInTransaction() ? query.forUpdate() : query).executeTakeFirst();
    },
    async list(filter) {
      const { page = 1, perPage = 20 } = filter;
      const rows = await matching(filter)
        .selectAll()
        .select(now)
        .orderBy('status_since', 'desc')
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      const { total } = await matching(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total: Number(total) };
    },
    async restart(id) {
      const { numUpdatedRows } = await db.query
        .updateTable('jobs')
        .set((eb) => ({
          status: 'waiting',
          attempts: 0,
          result: null,
          progress_done: null,
          progress_total: null,
          started_at: null,
          live_key: eb.ref('job_key'),
          due_at: db.clock,
          status_since: db.clock,
          cancel_requested: bool.encode(false),
        }))
        .where('id', '=', id)
        .where('status', 'in', ['failed', 'cancelled'])
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async cancel(id) {
      const waiting = await db.query
        .updateTable('jobs')
        .set({ status: 'cancelled', live_key: null, status_since: db.clock })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow();
      if (waiting.numUpdatedRows === 1n) return 'ended';
      const running = await db.query
        .updateTable('jobs')
        .set({ cancel_requested: bool.encode(true) })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      return running.numUpdatedRows === 1n ? 'stopping' : null;
    },
    async removeAll(names) {
      if (names.length > 0) await db.query.deleteFrom('jobs').where('name', 'in', names).execute();
    },
  };
}

export function toJob(row: JobRow): Job {
  const status = statusOf(row);
  const hasEnded = status === 'completed' || status === 'failed' || status === 'cancelled';
  return {
    id: row.id,
    name: row.name,
    status,
    payload: json.decode(row.payload),
    result: row.result === null ? null : json.decode(row.result),
    progress:
      row.progress_done === null || row.progress_total === null
        ? null
        : { done: Number(row.progress_done), total: Number(row.progress_total) },
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    error: row.error,
    key: row.job_key,
    createdAt: new Date(Number(row.created_at)),
    dueAt: hasEnded ? null : new Date(Number(row.due_at)),
    startedAt: row.started_at === null ? null : new Date(Number(row.started_at)),
    endedAt: hasEnded ? new Date(Number(row.status_since)) : null,
  };
}

function statusOf({ status, due_at, now }: JobRow): JobStatus {
  if (status === 'waiting') return Number(due_at) > Number(now) ? 'delayed' : 'waiting';
  return status as JobStatus;
}
