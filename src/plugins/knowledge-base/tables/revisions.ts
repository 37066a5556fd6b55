import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Content of articles in each version, written in the saving transaction and never changed. */
const revisionsTable = defineTable(
  'kb_revisions',
  {
    id: column.id(),
    article_id: column.integer(),
    version: column.integer(),
    /** Origin: `save`, `restore`, `import`, `schedule`. */
    kind: column.key(16),
    /** Version that was restored. */
    parent_version: column.integer().nullable(),
    /** User who saved it; 0 if unknown. */
    author_id: column.integer(),
    created_at: column.datetime(),
    title: column.text(),
    excerpt: column.text(),
    content: column.text(),
    content_format: column.key(16),
    /** Other members. */
    fields: column.json(),
  },
  { unique: [['article_id', 'version']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_revisions: TableOf<typeof revisionsTable>;
  }
}

export const revisionMigrations: readonly Migration[] = [
  { name: '0012_revisions', up: (schema) => schema.createTable(revisionsTable) },
];
