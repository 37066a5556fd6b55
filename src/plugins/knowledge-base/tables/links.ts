import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Links in article texts, written with the text and checked daily. */
const linksTable = defineTable(
  'kb_links',
  {
    article_id: column.integer(),
    /** Position in the text, from 0. */
    position: column.integer(),
    href: column.text(),
    /** `article`, `category`, `media`, `external`, `other`; empty until checked. */
    kind: column.key(16),
    target_id: column.integer(),
    is_broken: column.boolean(),
    checked_at: column.datetime().nullable(),
  },
  { primaryKey: ['article_id', 'position'], indexes: [['is_broken'], ['kind', 'target_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_links: TableOf<typeof linksTable>;
  }
}

export const linkMigrations: readonly Migration[] = [
  { name: '0014_links', up: (schema) => schema.createTable(linksTable) },
];
