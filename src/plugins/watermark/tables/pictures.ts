import { column, defineTable, type TableOf } from '../../../index.js';

/** How each picture that was ever worked on stands. */
export const picturesTable = defineTable(
  'watermark_pictures',
  {
    attachment_id: column.integer(),
    /** Whether somebody wants it left alone. */
    excluded: column.boolean(),
    /** The version of the attachment that shows a mark; null while the original is shown. */
    marked_version: column.integer().nullable(),
    /** Of the file `full` with the mark, in hex: known again where its version is another one. */
    marked_sha256: column.key(64).nullable(),
    /** Of the file `full` as it was before the mark. */
    original_sha256: column.key(64).nullable(),
    /** Of all that the mark was made with; another one, and it is made anew. */
    config_hash: column.key(64).nullable(),
    /** Which of its backups are of the picture that is there now; 0 for none. */
    generation: column.integer(),
    /** The run that marked, saved or restored it last; null when none did. */
    run_id: column.integer().nullable(),
    marked_at: column.datetime().nullable(),
    restored_at: column.datetime().nullable(),
  },
  { primaryKey: ['attachment_id'], indexes: [['marked_at'], ['excluded']] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_pictures: TableOf<typeof picturesTable>;
  }
}
