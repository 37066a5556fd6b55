import { column, defineTable, type TableOf } from '../../../database.js';

/** States of images that were ever worked on. */
export const picturesTable = defineTable(
  'watermark_pictures',
  {
    attachment_id: column.integer(),
    /** Whether a user excluded it. */
    excluded: column.boolean(),
    /** Version of the attachment with a watermark; null while the original is public. */
    marked_version: column.integer().nullable(),
    /** Hex digest of the watermarked file `full`, to recognise it under another version. */
    marked_sha256: column.key(64).nullable(),
    /** Hex digest of the original file `full`. */
    original_sha256: column.key(64).nullable(),
    /** Hash of the design; a different one makes the watermark outdated. */
    config_hash: column.key(64).nullable(),
    /** Generation of the backups that match the current image; 0 for none. */
    generation: column.integer(),
    /** Run that last watermarked, backed up or restored it; null for none. */
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
