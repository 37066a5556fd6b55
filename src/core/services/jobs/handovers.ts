import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { bool, json } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import type { Job } from './jobs.js';
import type { NewJob } from './new-job.js';
import './tables.js';

/** A job that is on its way to a queue outside of the database. */
export interface Handover extends NewJob {
  /** A random name: whoever delivers it a second time finds it in the queue's job. */
  readonly delivery: string;
  readonly isRetry: boolean;
  readonly createdAt: Date;
}

/**
 * What a transaction wants to be done later is written in it, and delivered to the queue after its commit by whoever
 * comes first: this process at once, any worker when this process died in between. Delivering twice does no harm.
 */
export interface Handovers {
  /** Writes it. @returns what stands there: itself, or the one with the same key */
  put(job: NewJob, isRetry?: boolean): Promise<Handover>;
  find(id: string): Promise<Handover | null>;
  /** The oldest ones. */
  pending(limit: number): Promise<Handover[]>;
  /** Takes it back, or off the list when it was delivered. @returns whether it was there */
  remove(handover: Pick<Handover, 'id' | 'delivery'>): Promise<boolean>;
  /** Those with one of these names. */
  removeAll(names: readonly string[]): Promise<void>;
}

type Row = Selectable<Tables['job_handovers']> & { readonly now: number };

const TRIES = 5;

export function createHandovers(db: Database): Handovers {
  const rows = () => db.query.selectFrom('job_handovers').selectAll().select(db.clock.as('now'));

  async function find(id: string): Promise<Handover | null> {
    const row = await rows().where('id', '=', id).executeTakeFirst();
    return row ? toHandover(row) : null;
  }

  async function twin({ id, name, key }: NewJob): Promise<Handover | null> {
    const query = rows().where((eb) =>
      eb.or([eb('id', '=', id), ...(key === null ? [] : [eb.and([eb('name', '=', name), eb('job_key', '=', key)])])]),
    );
    // A transaction sees the past, unless it reads what it is going to write.
    const row = await (db.isInTransaction() ? query.forUpdate() : query).executeTakeFirst();
    return row ? toHandover(row) : null;
  }

  return {
    async put(job, isRetry = false) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await db.transaction(() => insert(db, job, isRetry));
          break;
        } catch (error) {
          if (!db.isUniqueViolation(error) || attempt >= TRIES) throw error;
        }
        const existing = await twin(job);
        if (existing) return existing;
      }
      const written = await find(job.id);
      // Delivered already, by a worker that was quicker than this look.
      return written ?? { ...job, delivery: '', isRetry, createdAt: await db.now() };
    },
    find,
    async pending(limit) {
      return (await rows().orderBy('created_at').limit(limit).execute()).map(toHandover);
    },
    async remove({ id, delivery }) {
      const { numDeletedRows } = await db.query
        .deleteFrom('job_handovers')
        .where('id', '=', id)
        .where('delivery', '=', delivery)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },
    async removeAll(names) {
      if (names.length > 0) await db.query.deleteFrom('job_handovers').where('name', 'in', names).execute();
    },
  };
}

async function insert(db: Database, job: NewJob, isRetry: boolean): Promise<void> {
  await db.query
    .insertInto('job_handovers')
    .values({
      id: job.id,
      name: job.name,
      payload: job.payload,
      max_attempts: job.maxAttempts,
      job_key: job.key,
      due_at: sql<number>`${db.clock} + ${job.delay}`,
      created_at: db.clock,
      delivery: randomUUID(),
      is_retry: bool.encode(isRetry),
    })
    .execute();
}

function toHandover(row: Row): Handover {
  return {
    id: row.id,
    name: row.name,
    payload: row.payload,
    key: row.job_key,
    delay: Math.max(0, Number(row.due_at) - Number(row.now)),
    maxAttempts: row.max_attempts,
    delivery: row.delivery,
    isRetry: bool.decode(row.is_retry),
    createdAt: new Date(Number(row.created_at)),
  };
}

/** How people see a job that has not arrived yet. */
export function pendingJob({ id, name, payload, key, delay, maxAttempts, createdAt }: Handover): Job {
  return {
    id,
    name,
    status: delay > 0 ? 'delayed' : 'waiting',
    payload: json.decode(payload),
    result: null,
    progress: null,
    attempts: 0,
    maxAttempts,
    error: null,
    key,
    createdAt,
    dueAt: new Date(Date.now() + delay),
    startedAt: null,
    endedAt: null,
  };
}
