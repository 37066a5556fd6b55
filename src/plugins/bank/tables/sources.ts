import { column, defineTable, type TableOf } from '../../../database.js';

/** Configured sources, plus rows that hold the cursors of sources defined in code. */
export const sourcesTable = defineTable(
  'bank_sources',
  {
    id: column.id(),
    name: column.key(64),
    /** Source type, such as `folder`, `fio` or `http-json`. */
    kind: column.key(32),
    is_enabled: column.boolean(),
    settings: column.json(),
    /** Sealed token or headers for the bank's API; empty for none. */
    secret: column.text(),
    /** Position up to which it was fetched, in a format of the source; empty at first. */
    cursor: column.text(),
    last_started_at: column.datetime().nullable(),
    /** `ok`, `failed` or `skipped`; empty before the first fetch. */
    last_status: column.key(16),
    last_error: column.text(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['name']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_sources: TableOf<typeof sourcesTable>;
  }
}
