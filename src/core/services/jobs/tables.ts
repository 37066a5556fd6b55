import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** Times are milliseconds since 1970 by the database's clock. */
const jobsTable = defineTable(
  'jobs',
  {
    id: column.key(32),
    name: column.key(80),
    /** `waiting` until `due_at` is over means delayed. */
    status: column.key(12),
    payload: column.json(),
    result: column.json().nullable(),
    progress_done: column.bigint().nullable(),
    progress_total: column.bigint().nullable(),
    attempts: column.integer(),
    max_attempts: column.integer(),
    error: column.text().nullable(),
    job_key: column.key().nullable(),
    /** The same while the job waits or runs, null afterwards: so it is unique among the living. */
    live_key: column.key().nullable(),
    due_at: column.bigint(),
    created_at: column.bigint(),
    started_at: column.bigint().nullable(),
    /** Since when it has its status. */
    status_since: column.bigint(),
    /** A random name of the run that has the job; what a run writes counts only while its name stands here. */
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

/** Jobs on their way to a queue outside of the database: written with what they belong to, delivered after it. */
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
    /** A random name of this handing over: who delivers it a second time sees that it was done. */
    delivery: column.key(36),
    /** Whether the job ended once and is to run again. */
    is_retry: column.boolean(),
  },
  { primaryKey: ['id'], unique: [['name', 'job_key']], indexes: [['created_at']] },
);

/** Jobs in a queue outside of the database that have not ended, in case that it loses them. */
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
    /** When somebody looked for it in the queue, or put it there. */
    seen_at: column.bigint(),
  },
  { primaryKey: ['id'], indexes: [['seen_at'], ['name']] },
);

declare module '../../database/tables.js' {
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
