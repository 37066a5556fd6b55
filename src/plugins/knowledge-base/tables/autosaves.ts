import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** What somebody is writing and has not saved: one for each article and person. No reader ever sees it. */
const autosavesTable = defineTable(
  'kb_autosaves',
  {
    id: column.id(),
    article_id: column.integer(),
    user_id: column.integer(),
    /** The version of the article that was being changed. */
    base_version: column.integer(),
    saved_at: column.datetime(),
    title: column.text(),
    content: column.text(),
    content_format: column.key(16),
    /** Arguments of a save besides these, by name. */
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
