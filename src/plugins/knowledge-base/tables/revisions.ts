import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** What articles said in each of their versions; written in the transaction of the save, and never changed. */
const revisionsTable = defineTable(
  'kb_revisions',
  {
    id: column.id(),
    article_id: column.integer(),
    version: column.integer(),
    /** What made it: `save`, `restore`, `import`, `schedule`. */
    kind: column.key(16),
    /** The version that was restored. */
    parent_version: column.integer().nullable(),
    /** Who saved it; 0 for nobody. */
    author_id: column.integer(),
    created_at: column.datetime(),
    title: column.text(),
    excerpt: column.text(),
    content: column.text(),
    content_format: column.key(16),
    /** The other members. */
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
