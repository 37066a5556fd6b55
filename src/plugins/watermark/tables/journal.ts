import { column, defineTable, type TableOf } from '../../../database.js';

/** Images currently being processed, with their worker and unpublished files. */
export const journalTable = defineTable(
  'watermark_journal',
  {
    attachment_id: column.integer(),
    /** `apply` or `restore`. */
    work: column.key(16),
    /** Random name of the worker. */
    owner: column.key(64),
    /** Folder of the unpublished files, see `MediaDraft`. */
    token: column.key(64),
    started_at: column.datetime(),
    /** Milliseconds since 1970 by the database's clock, after which a silent worker is presumed dead. */
    expires_at: column.bigint(),
  },
  { primaryKey: ['attachment_id'], indexes: [['expires_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_journal: TableOf<typeof journalTable>;
  }
}
