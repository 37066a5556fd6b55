import { column, defineTable, type TableOf } from '../../../database.js';

/** Runs over the whole library in version 0.2, which `0002_runs` moves to the runs of the core. */
export const runsTable = defineTable(
  'watermark_runs',
  {
    id: column.id(),
    /** `apply`, `restore` or `backup`. */
    work: column.key(16),
    /** `queued`, `running`, `paused`, `completed`, `cancelled` or `failed`. */
    state: column.key(16),
    /** 1 until it has ended, then null: the unique key allows one active run. */
    active: column.integer().nullable(),
    /** Job id, or the generated name of a command; null while paused. */
    worker: column.key(64).nullable(),
    /** User who started it; null for a deleted user and the command line. */
    user_id: column.integer().nullable(),
    /** Whether images with the current watermark are included. */
    forced: column.boolean(),
    /** Run whose failures are retried; null for the whole library. */
    retry_of: column.integer().nullable(),
    /** Last attachment that was processed, as were all before it. */
    last_id: column.integer(),
    total: column.integer(),
    processed: column.integer(),
    failed: column.integer(),
    skipped: column.integer(),
    error: column.json().nullable(),
    created_at: column.datetime(),
    started_at: column.datetime().nullable(),
    ended_at: column.datetime().nullable(),
    /**
     * Time it was last added, started or resumed, with the images finished by that time in `paced_from`. The
     * remaining time is estimated from both.
     */
    paced_at: column.datetime(),
    paced_from: column.integer(),
  },
  { unique: [['active']], indexes: [['user_id']] },
);

/** Images of these runs that another worker held. */
export const postponedTable = defineTable(
  'watermark_postponed',
  { run_id: column.integer(), attachment_id: column.integer() },
  { primaryKey: ['run_id', 'attachment_id'] },
);

/** Positions of users who process the library in batch calls. */
export const bookmarksTable = defineTable(
  'watermark_bookmarks',
  {
    user_id: column.integer(),
    work: column.key(16),
    /** Rows before the next call. */
    next_offset: column.integer(),
    last_id: column.integer(),
    run_id: column.key(36),
  },
  { primaryKey: ['user_id', 'work'] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_bookmarks: TableOf<typeof bookmarksTable>;
  }
}
