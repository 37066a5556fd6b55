import { column, defineTable } from '../../../database.js';

/** Runs in version 0.2, which `0003_runs` moves to the runs of the core. */
export const runsTable = defineTable(
  'bank_runs',
  {
    id: column.id(),
    /** `running`, `finished`, `failed` or `aborted`. */
    status: column.key(16),
    /** Trigger: `session`, `secret`, `command` or `schedule`. */
    trigger_kind: column.key(16),
    /** ID of the user who started it; null for a secret, a schedule and a command without a user. */
    started_by: column.integer().nullable(),
    is_forced: column.boolean(),
    /** Dry runs do not count for the interval between runs. */
    is_dry_run: column.boolean(),
    /** Token of the lease it ran under. */
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
