import { column, defineTable, type TableOf } from '../../../index.js';

/** Pictures that are being worked on, for as long as that takes: who does it, and which files are not shown yet. */
export const journalTable = defineTable(
  'watermark_journal',
  {
    attachment_id: column.integer(),
    /** `apply` or `restore`. */
    work: column.key(16),
    /** A random name of the one who does it. */
    owner: column.key(64),
    /** Folder of the files that are being made, see `MediaDraft`. */
    token: column.key(64),
    started_at: column.datetime(),
    /** Milliseconds since 1970 by the database's clock: who has been silent until then is taken for dead. */
    expires_at: column.bigint(),
  },
  { primaryKey: ['attachment_id'], indexes: [['expires_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_journal: TableOf<typeof journalTable>;
  }
}
