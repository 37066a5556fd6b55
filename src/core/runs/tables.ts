import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Runs of all plugins. What differs between types is in the JSON columns. */
const runsTable = defineTable(
  'runs',
  {
    id: column.id(),
    /** Plugin that defined the type. */
    owner: column.key(64),
    type: column.key(64),
    /** Public id within the type. */
    number: column.integer(),
    /** See `RunStatus`. */
    status: column.key(16),
    /** 1 until it has ended, then null: the unique key allows one active run of a type. */
    active: column.integer().nullable(),
    /** Id of its job, or name of the process that works on it under the lock of its type; null while paused. */
    worker: column.key(64).nullable(),
    /** Token of the lock; null for a job. */
    token: column.bigint().nullable(),
    /** Incremented each time a worker takes the run. A worker with an earlier fence cannot write. */
    fence: column.integer(),
    attempts: column.integer(),
    user_id: column.integer().nullable(),
    input: column.json(),
    state: column.json(),
    counts: column.json(),
    processed: column.integer(),
    total: column.integer(),
    error: column.json().nullable(),
    created_at: column.datetime(),
    started_at: column.datetime().nullable(),
    ended_at: column.datetime().nullable(),
    /** Time it was last added, started or resumed, and `processed` at that time, to estimate the remaining time. */
    paced_at: column.datetime(),
    paced_from: column.integer(),
  },
  {
    unique: [
      ['type', 'number'],
      ['type', 'active'],
    ],
    indexes: [['owner'], ['user_id'], ['type', 'status'], ['type', 'created_at'], ['type', 'ended_at']],
  },
);

/** Last number of each type. Rows stay, so that numbers never restart: other tables and links name them. */
const runNumbersTable = defineTable(
  'run_numbers',
  { type: column.key(64), last: column.integer() },
  { primaryKey: ['type'] },
);

declare module '../database/names.js' {
  interface Tables {
    runs: TableOf<typeof runsTable>;
    run_numbers: TableOf<typeof runNumbersTable>;
  }
}

export const runMigrations: readonly Migration[] = [
  {
    name: '0001_runs',
    async up(schema) {
      await schema.createTable(runsTable);
      await schema.createTable(runNumbersTable);
    },
  },
];
