import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { bool, json } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/names.js';
import type { Job } from './jobs.js';
import type { NewJob } from './new-job.js';
import './tables.js';

/** Job on its way to a queue outside the database. */
export interface Handover extends NewJob {
  /** Random id of this delivery, stored with the queue's job to detect a second delivery. */
  readonly delivery: string;
  readonly isRetry: boolean;
  readonly createdAt: Date;
}

/**
 * Handovers of jobs added in a transaction. They are written in it and delivered to the queue after its commit: by
 * this process immediately, or by any worker if this process dies in between. Delivery is idempotent.
 */
export interface Handovers {
  /** Stores a handover. @returns the stored handover, or an existing one with the same key */
  put(job: NewJob, isRetry?: boolean): Promise<Handover>;
  find(id: string): Promise<Handover | null>;
  /** Returns the oldest handovers. */
  pending(limit: number): Promise<Handover[]>;
  /** Removes a handover that is cancelled or delivered. @returns whether it existed */
  remove(handover: Pick<Handover, 'id' | 'delivery'>): Promise<boolean>;
  /** Removes all handovers with these names. */
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
    // A transaction reads an old snapshot unless it locks the rows.
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
      // A faster worker has already delivered it.
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

/** Converts a handover to a job that has not reached the queue yet. */
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
