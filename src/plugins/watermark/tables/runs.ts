import { column, defineTable, type TableOf } from '../../../index.js';

/** Work on the whole library, one row each. */
export const runsTable = defineTable(
  'watermark_runs',
  {
    id: column.id(),
    /** `apply`, `restore` or `backup`. */
    work: column.key(16),
    /** `queued`, `running`, `paused`, `completed`, `cancelled` or `failed`. */
    state: column.key(16),
    /** 1 until it has ended, null afterwards: the unique key lets in one at a time. */
    active: column.integer().nullable(),
    /** Who does it: a job by its id, or a command by a name of its own; null while it is paused. */
    worker: column.key(64).nullable(),
    /** Who asked for it; null for somebody who is gone, and for the command line. */
    user_id: column.integer().nullable(),
    /** Whether pictures are marked anew that are as they should be. */
    forced: column.boolean(),
    /** The run whose failures it tries again; null for the whole library. */
    retry_of: column.integer().nullable(),
    /** The last attachment that is done with all before it. */
    last_id: column.integer(),
    total: column.integer(),
    processed: column.integer(),
    failed: column.integer(),
    skipped: column.integer(),
    error: column.json().nullable(),
    created_at: column.datetime(),
    started_at: column.datetime().nullable(),
    ended_at: column.datetime().nullable(),
    /** When it was added, begun or resumed last, and how many pictures were done by then: its pace is from there on. */
    paced_at: column.datetime(),
    paced_from: column.integer(),
  },
  { unique: [['active']], indexes: [['user_id']] },
);

/** Pictures of runs that somebody else was working on when it was their turn: they come again at the end. */
export const postponedTable = defineTable(
  'watermark_postponed',
  { run_id: column.integer(), attachment_id: column.integer() },
  { primaryKey: ['run_id', 'attachment_id'] },
);

/** How far somebody has come who goes through the library call by call. */
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
    watermark_runs: TableOf<typeof runsTable>;
    watermark_postponed: TableOf<typeof postponedTable>;
    watermark_bookmarks: TableOf<typeof bookmarksTable>;
  }
}
