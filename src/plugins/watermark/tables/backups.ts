import { column, defineTable, type TableOf } from '../../../database.js';

/** Files of originals, one row per size. Rows and files are never overwritten. */
export const backupsTable = defineTable(
  'watermark_backups',
  {
    id: column.id(),
    attachment_id: column.integer(),
    /** `full`, or the name of a smaller size. */
    size_name: column.key(40),
    /** Increases with every new original of the same attachment. */
    generation: column.integer(),
    /** File name in URLs. */
    file: column.string(255),
    /** Key in the plugin's object storage. */
    backup_file: column.key(),
    mime_type: column.key(127),
    bytes: column.bigint(),
    width: column.integer(),
    height: column.integer(),
    sha256: column.key(64),
    /** Type of storage: `objects`. */
    storage: column.key(16),
    created_at: column.datetime(),
    /** Time of the last successful checksum verification. */
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
