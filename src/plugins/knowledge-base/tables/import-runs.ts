import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** Imports that were asked for over REST, one row each, for ninety days. */
const importRunsTable = defineTable(
  'kb_import_runs',
  {
    id: column.id(),
    /** `queued`, `running`, `completed`, `failed` or `cancelled`. */
    state: column.key(16),
    /** 1 while it is queued or runs, null afterwards: the unique key lets in one at a time. */
    active: column.integer().nullable(),
    /** The job that does it; null until it was added. */
    job_id: column.key(64).nullable(),
    /** Who asked for it; null for somebody who is gone. */
    user_id: column.integer().nullable(),
    /** Whom the articles are of that name nobody. */
    author_id: column.integer().nullable(),
    /** Name that the source is known by. */
    source: column.string(200),
    /** What was asked for, see `RunOptions`. */
    options: column.json(),
    /** Name of the file where it came from, and its size. */
    file_name: column.string(255),
    file_bytes: column.bigint(),
    /** Where the file lies; null once it is removed. */
    object_key: column.key().nullable(),
    /** Runs of the job that were begun. */
    attempts: column.integer(),
    steps_done: column.integer(),
    steps_total: column.integer(),
    report: column.json().nullable(),
    error: column.json().nullable(),
    created_at: column.datetime(),
    started_at: column.datetime().nullable(),
    ended_at: column.datetime().nullable(),
  },
  { unique: [['active']], indexes: [['user_id'], ['author_id'], ['object_key'], ['created_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_import_runs: TableOf<typeof importRunsTable>;
  }
}

export const importRunMigrations: readonly Migration[] = [
  { name: '0061_import_runs', up: (schema) => schema.createTable(importRunsTable) },
];
