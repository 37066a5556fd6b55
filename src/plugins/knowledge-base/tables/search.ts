import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** Words that mean the same, as editors say. */
const synonymsTable = defineTable(
  'kb_synonyms',
  {
    id: column.id(),
    locale: column.key(35),
    /** SHA-256 of the group, however its entries are ordered and capitalised. */
    group_key: column.key(64),
    words: column.json(),
    /** What the words lead to, one way. */
    also: column.json(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['locale', 'group_key']] },
);

/** Queries for which editors say what comes first. */
const promotionsTable = defineTable(
  'kb_promotions',
  {
    id: column.id(),
    locale: column.key(35),
    /** SHA-256 of the query, as search read it when it was saved. */
    query_key: column.key(64),
    query: column.text(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['locale', 'query_key']] },
);

const promotedArticlesTable = defineTable(
  'kb_promoted_articles',
  {
    promotion_id: column.integer(),
    /** From 0, the first result. */
    position: column.integer(),
    article_id: column.integer(),
  },
  { primaryKey: ['promotion_id', 'position'], indexes: [['article_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_synonyms: TableOf<typeof synonymsTable>;
    kb_promotions: TableOf<typeof promotionsTable>;
    kb_promoted_articles: TableOf<typeof promotedArticlesTable>;
  }
}

export const searchMigrations: readonly Migration[] = [
  { name: '0072_synonyms', up: (schema) => schema.createTable(synonymsTable) },
  {
    name: '0073_promotions',
    async up(schema) {
      await schema.createTable(promotionsTable);
      await schema.createTable(promotedArticlesTable);
    },
  },
];
