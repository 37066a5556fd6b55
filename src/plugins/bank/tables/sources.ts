import { column, defineTable, type TableOf } from '../../../index.js';

/** Where statements are fetched from. One that a plugin brings has a row as well, for its cursor. */
export const sourcesTable = defineTable(
  'bank_sources',
  {
    id: column.id(),
    name: column.key(64),
    /** `folder` or another kind; `code` for one that a plugin brings. */
    kind: column.key(32),
    is_enabled: column.boolean(),
    settings: column.json(),
    /** Token or key of the bank's interface, sealed; empty for none. */
    secret: column.text(),
    /** Up to where it was fetched, in words of the source's own; empty in the beginning. */
    cursor: column.text(),
    last_started_at: column.datetime().nullable(),
    /** `ok`, `failed` or `skipped`; empty before the first time. */
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
