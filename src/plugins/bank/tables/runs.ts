import { column, defineTable, type TableOf } from '../../../index.js';

/** Each run of fetching, importing and matching. */
export const runsTable = defineTable(
  'bank_runs',
  {
    id: column.id(),
    /** `running`, `finished`, `failed` or `aborted`. */
    status: column.key(16),
    /** What began it: `session`, `secret`, `command`, `schedule` or `upload`. */
    trigger_kind: column.key(16),
    /** Who began it; null for a secret, a schedule and a command. */
    started_by: column.integer().nullable(),
    is_forced: column.boolean(),
    /** Dry runs do not count for the distance between two runs. */
    is_dry_run: column.boolean(),
    /** Of the lease that it was done under. */
    lease_token: column.bigint(),
    totals: column.json(),
    sources: column.json(),
    errors: column.json(),
    started_at: column.datetime(),
    ended_at: column.datetime().nullable(),
  },
  {
    indexes: [
      ['status', 'id'],
      ['is_dry_run', 'started_at'],
    ],
  },
);

declare module '../../../index.js' {
  interface Tables {
    bank_runs: TableOf<typeof runsTable>;
  }
}
