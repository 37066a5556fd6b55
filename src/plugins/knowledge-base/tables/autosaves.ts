import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Unsaved text, one per article and user. Never shown to readers. */
const autosavesTable = defineTable(
  'kb_autosaves',
  {
    id: column.id(),
    article_id: column.integer(),
    user_id: column.integer(),
    /** Version of the article that the text is based on. */
    base_version: column.integer(),
    saved_at: column.datetime(),
    title: column.text(),
    content: column.text(),
    content_format: column.key(16),
    /** Other save arguments by name. */
    fields: column.json(),
  },
  { unique: [['article_id', 'user_id']], indexes: [['user_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_autosaves: TableOf<typeof autosavesTable>;
  }
}

export const autosaveMigrations: readonly Migration[] = [
  { name: '0070_autosaves', up: (schema) => schema.createTable(autosavesTable) },
];
