import { column, defineTable, type TableOf } from '../../../index.js';

/** What went wrong with single pictures, newest last. */
export const errorsTable = defineTable(
  'watermark_errors',
  {
    id: column.id(),
    /** 0 for what concerns none. */
    attachment_id: column.integer(),
    /** The run that it happened in; null for none. */
    run_id: column.integer().nullable(),
    error_code: column.key(100),
    error_message: column.string(1000),
    created_at: column.datetime(),
  },
  // A run counts a picture once, however often it was cut off while it worked on it.
  { unique: [['run_id', 'attachment_id']], indexes: [['attachment_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    watermark_errors: TableOf<typeof errorsTable>;
  }
}
