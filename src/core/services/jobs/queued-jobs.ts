import { sql } from 'kysely';
import type { Database } from '../../database/database.js';
import type { NewJob } from './new-job.js';
import './tables.js';

/** Job that was delivered to a queue outside the database. */
export interface QueuedJob extends NewJob {
  readonly createdAt: Date;
}

/** Database copy of all unfinished jobs in a queue outside the database, used to restore jobs that the queue loses. */
export interface QueuedJobs {
  /** Stores a job. Called before the queue gets it, so that every queued job has a copy. Idempotent. */
  put(job: NewJob): Promise<void>;
  /** Removes jobs. Called before the queue marks them as ended, or if they never got there. */
  remove(ids: readonly string[]): Promise<void>;
  /** Removes all jobs with these names. */
  removeAll(names: readonly string[]): Promise<void>;
  /** Returns the jobs not checked for `since` milliseconds, the least recently checked first. */
  unseen(since: number, limit: number): Promise<QueuedJob[]>;
  /** Marks jobs as checked now. */
  see(ids: readonly string[]): Promise<void>;
}

export function createQueuedJobs(db: Database): QueuedJobs {
  return {
    async put({ id, name, payload, key, delay, maxAttempts }) {
      const insert = db.query.insertInto('queued_jobs').values({
        id,
        name,
        payload,
        max_attempts: maxAttempts,
        job_key: key,
        due_at: sql<number>`${db.clock} + ${delay}`,
        created_at: db.clock,
        seen_at: db.clock,
      });
      await insert.execute().catch((error: unknown) => {
        if (!db.isUniqueViolation(error)) throw error;
      });
    },
    async remove(ids) {
      if (ids.length > 0) await db.query.deleteFrom('queued_jobs').where('id', 'in', ids).execute();
    },
    async removeAll(names) {
      if (names.length > 0) await db.query.deleteFrom('queued_jobs').where('name', 'in', names).execute();
    },
    async unseen(since, limit) {
      const rows = await db.query
        .selectFrom('queued_jobs')
        .selectAll()
        .select(db.clock.as('now'))
        .where('seen_at', '<', sql<number>`${db.clock} - ${since}`)
        .orderBy('seen_at')
        .limit(limit)
        .execute();
      return rows.map(({ id, name, payload, job_key, due_at, max_attempts, created_at, now }) => ({
        id,
        name,
        payload,
        key: job_key,
        delay: Math.max(0, Number(due_at) - Number(now)),
        maxAttempts: max_attempts,
        createdAt: new Date(Number(created_at)),
      }));
    },
    async see(ids) {
      if (ids.length > 0) {
        await db.query.updateTable('queued_jobs').set({ seen_at: db.clock }).where('id', 'in', ids).execute();
      }
    },
  };
}
