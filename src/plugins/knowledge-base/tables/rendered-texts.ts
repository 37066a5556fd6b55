import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Latest rendered text of each article, so that no process renders it again. */
const renderedTextsTable = defineTable(
  'kb_rendered_texts',
  {
    article_id: column.integer(),
    /** SHA-256 of the source, the options and the versions of the renderers. */
    key: column.key(64),
    /** Sanitized. */
    html: column.text(),
    toc: column.json(),
    /** Plain text. */
    text: column.text(),
    word_count: column.integer(),
    rendered_at: column.datetime(),
    /** Blocks that vary by reader; null for none. */
    dynamic: column.json().nullable(),
  },
  { primaryKey: ['article_id'], indexes: [['rendered_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_rendered_texts: TableOf<typeof renderedTextsTable>;
  }
}

export const renderedTextMigrations: readonly Migration[] = [
  { name: '0062_rendered_texts', up: (schema) => schema.createTable(renderedTextsTable) },
  { name: '0065_dynamic_blocks', up: (schema) => schema.addColumn(renderedTextsTable, 'dynamic') },
];
