import { column, defineTable, type TableOf } from '../../../database.js';

/** Imported files with the counts of their entries. */
export const filesTable = defineTable(
  'bank_files',
  {
    id: column.id(),
    /** SHA-256 of its bytes and the settings for reading it, in hexadecimal. */
    hash: column.key(64),
    name: column.string(255),
    /** Bytes. */
    size: column.bigint(),
    format: column.key(32),
    source_id: column.integer().nullable(),
    run_id: column.integer().nullable(),
    fetched: column.integer(),
    new_entries: column.integer(),
    updated_entries: column.integer(),
    duplicates: column.integer(),
    review: column.integer(),
    pending: column.integer(),
    /** Unreadable entries. A file with errors can be imported again. */
    errors: column.integer(),
    warnings: column.integer(),
    imported_at: column.datetime(),
  },
  { unique: [['hash']], indexes: [['run_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_files: TableOf<typeof filesTable>;
  }
}
