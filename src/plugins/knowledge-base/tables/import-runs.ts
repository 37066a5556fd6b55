import { sql } from 'kysely';
import { column, defineTable, type Migration } from '../../../database.js';
import { adoptRuns, jsonColumns } from '../../../runs.js';

/** Imports in version 0.2, which `0079_core_runs` moves to the runs of the core. */
const importRunsTable = defineTable(
  'kb_import_runs',
  {
    id: column.id(),
    /** `queued`, `running`, `completed`, `failed` or `cancelled`. */
    state: column.key(16),
    /** 1 while queued or running, null afterwards: the unique key allows only one at a time. */
    active: column.integer().nullable(),
    /** Job that runs it; null until it was added. */
    job_id: column.key(64).nullable(),
    /** User who requested it; null if deleted. */
    user_id: column.integer().nullable(),
    /** Author of articles without a named author. */
    author_id: column.integer().nullable(),
    /** Name of the source. */
    source: column.string(200),
    /** Options of the import, see `RunOptions`. */
    options: column.json(),
    /** Original file name and size. */
    file_name: column.string(255),
    file_bytes: column.bigint(),
    /** Storage key of the file; null once it is deleted. */
    object_key: column.key().nullable(),
    /** Number of started attempts. */
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

export const importRunMigrations: readonly Migration[] = [
  { name: '0061_import_runs', up: (schema) => schema.createTable(importRunsTable) },
  {
    name: '0079_core_runs',
    up: (schema) =>
      adoptRuns(schema, {
        owner: 'knowledge-base',
        type: 'kb_import',
        table: 'kb_import_runs',
        status: sql`state`,
        input: jsonColumns({
          authorId: sql`author_id`,
          source: sql`json_quote(source)`,
          options: sql`json_remove(options, '$.map')`,
          file: jsonColumns({ name: sql`json_quote(file_name)`, bytes: sql`file_bytes` }),
        }),
        state: jsonColumns({
          key: sql`json_quote(object_key)`,
          map: sql`json_extract(options, '$.map')`,
          report: sql`report`,
        }),
        columns: {
          worker: sql`job_id`,
          attempts: sql`attempts`,
          processed: sql`steps_done`,
          total: sql`steps_total`,
        },
        namedIn: [sql`select max(run_id) from kb_import_items`],
      }),
  },
];
