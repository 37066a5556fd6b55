import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** Files that come with articles; their bytes, names and types are the media library's. */
const attachmentsTable = defineTable(
  'kb_attachments',
  {
    id: column.id(),
    article_id: column.integer(),
    media_id: column.integer(),
    title: column.string(200),
    /** Plain text. */
    description: column.text(),
    /** Place among the files of the article; equal ones by id. */
    position: column.integer(),
    /** Who may have it, of those who may read the article; null for all of them. */
    rule_id: column.integer().nullable(),
    /** Whether the file was brought in for the article, and so leaves with it. */
    is_own_file: column.boolean(),
    downloads: column.bigint(),
    last_download_at: column.datetime().nullable(),
    created_at: column.datetime(),
    /** 0 for nobody. */
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
