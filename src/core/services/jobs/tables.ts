import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** Job table. Times are milliseconds since 1970 by the database clock. */
const jobsTable = defineTable(
  'jobs',
  {
    id: column.key(32),
    name: column.key(80),
    /** Job status. `waiting` with a future `due_at` means delayed. */
    status: column.key(12),
    payload: column.json(),
    result: column.json().nullable(),
    progress_done: column.bigint().nullable(),
    progress_total: column.bigint().nullable(),
    attempts: column.integer(),
    max_attempts: column.integer(),
    error: column.text().nullable(),
    job_key: column.key().nullable(),
    /** Equal to `job_key` while the job waits or runs, null afterwards: unique among unfinished jobs. */
    live_key: column.key().nullable(),
    due_at: column.bigint(),
    created_at: column.bigint(),
    started_at: column.bigint().nullable(),
    /** Time of the last status change. */
    status_since: column.bigint(),
    /** Random id of the run that holds the job. Only the current holder may write to the row. */
    holder: column.key(36).nullable(),
    lease_until: column.bigint(),
    cancel_requested: column.boolean(),
  },
  {
    primaryKey: ['id'],
    unique: [['name', 'live_key']],
    indexes: [['status', 'name', 'due_at'], ['status', 'status_since'], ['status_since']],
  },
);

/** Jobs on their way to a queue outside the database: written in the transaction that adds them, delivered after it. */
const jobHandoversTable = defineTable(
  'job_handovers',
  {
    id: column.key(32),
    name: column.key(80),
    payload: column.json(),
    max_attempts: column.integer(),
    job_key: column.key().nullable(),
    due_at: column.bigint(),
    created_at: column.bigint(),
    /** Random id of this handover, used to detect a second delivery. */
    delivery: column.key(36),
    /** Whether the job has ended before and is to run again. */
    is_retry: column.boolean(),
  },
  { primaryKey: ['id'], unique: [['name', 'job_key']], indexes: [['created_at']] },
);

/** Unfinished jobs in a queue outside the database, in case it loses them. */
const queuedJobsTable = defineTable(
  'queued_jobs',
  {
    id: column.key(32),
    name: column.key(80),
    payload: column.json(),
    max_attempts: column.integer(),
    job_key: column.key().nullable(),
    due_at: column.bigint(),
    created_at: column.bigint(),
    /** Time the job was last seen in the queue, or added to it. */
    seen_at: column.bigint(),
  },
  { primaryKey: ['id'], indexes: [['seen_at'], ['name']] },
);

declare module '../../database/names.js' {
  interface Tables {
    jobs: TableOf<typeof jobsTable>;
    job_handovers: TableOf<typeof jobHandoversTable>;
    queued_jobs: TableOf<typeof queuedJobsTable>;
  }
}

export const jobMigrations: readonly Migration[] = [
  { name: '0001_jobs', up: (schema) => schema.createTable(jobsTable) },
  { name: '0002_job_handovers', up: (schema) => schema.createTable(jobHandoversTable) },
  { name: '0003_queued_jobs', up: (schema) => schema.createTable(queuedJobsTable) },
];
