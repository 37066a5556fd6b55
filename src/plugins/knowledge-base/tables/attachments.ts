import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Attachments of articles. Bytes, names and types are in the media library. */
const attachmentsTable = defineTable(
  'kb_attachments',
  {
    id: column.id(),
    article_id: column.integer(),
    media_id: column.integer(),
    title: column.string(200),
    /** Plain text. */
    description: column.text(),
    /** Position among the article's files. Ties sort by id. */
    position: column.integer(),
    /** Id of the file's own access rule. Null if everyone who may read the article may read it. */
    rule_id: column.integer().nullable(),
    /** True if the file was uploaded for the article and is deleted with it. */
    is_own_file: column.boolean(),
    downloads: column.bigint(),
    last_download_at: column.datetime().nullable(),
    created_at: column.datetime(),
    /** User id; 0 if unknown. */
    created_by: column.integer(),
  },
  { unique: [['article_id', 'media_id']], indexes: [['media_id'], ['created_by']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_attachments: TableOf<typeof attachmentsTable>;
  }
}

export const attachmentMigrations: readonly Migration[] = [
  { name: '0030_attachments', up: (schema) => schema.createTable(attachmentsTable) },
];
