import { column, defineTable, type TableOf } from '../../../database.js';

/** Failures of images, newest last. */
export const errorsTable = defineTable(
  'watermark_errors',
  {
    id: column.id(),
    /** 0 if it concerns no image. */
    attachment_id: column.integer(),
    /** Run in which it happened; null for none. */
    run_id: column.integer().nullable(),
    error_code: column.key(100),
    error_message: column.string(1000),
    created_at: column.datetime(),
  },
  // A run records each image once, however often it was interrupted.
  { unique: [['run_id', 'attachment_id']], indexes: [['attachment_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_errors: TableOf<typeof errorsTable>;
  }
}
