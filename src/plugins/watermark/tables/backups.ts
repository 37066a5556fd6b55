import { column, defineTable, type TableOf } from '../../../index.js';

/** The files of originals, one row for each size. No row and no file is ever written over. */
export const backupsTable = defineTable(
  'watermark_backups',
  {
    id: column.id(),
    attachment_id: column.integer(),
    /** `full`, or the name of a smaller one. */
    size_name: column.key(40),
    /** Grows with every other original under the same id. */
    generation: column.integer(),
    /** The name that it has in addresses. */
    file: column.string(255),
    /** Where it lies among the objects of the plugin. */
    backup_file: column.key(),
    mime_type: column.key(127),
    bytes: column.bigint(),
    width: column.integer(),
    height: column.integer(),
    sha256: column.key(64),
    /** Which kind of store: `objects`. */
    storage: column.key(16),
    created_at: column.datetime(),
    /** When its bytes were last found to be what they should be. */
    verified_at: column.datetime().nullable(),
    restored_at: column.datetime().nullable(),
  },
  { unique: [['attachment_id', 'generation', 'size_name']], indexes: [['verified_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_backups: TableOf<typeof backupsTable>;
  }
}
