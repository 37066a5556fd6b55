import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** The editors' synonyms. */
const synonymsTable = defineTable(
  'kb_synonyms',
  {
    id: column.id(),
    locale: column.key(35),
    /** SHA-256 of the group, independent of order and case of its entries. */
    group_key: column.key(64),
    words: column.json(),
    /** Target words of a one-way group. */
    also: column.json(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['locale', 'group_key']] },
);

/** Queries with promoted articles. */
const promotionsTable = defineTable(
  'kb_promotions',
  {
    id: column.id(),
    locale: column.key(35),
    /** SHA-256 of the query as analyzed when it was saved. */
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
    /** From 0 for the first result. */
    position: column.integer(),
    article_id: column.integer(),
  },
  { primaryKey: ['promotion_id', 'position'], indexes: [['article_id']] },
);

/** Indexes stored in the database, if it is the search engine. The newest complete one is used. */
const searchBuildsTable = defineTable('kb_search_builds', {
  id: column.id(),
  /** SHA-256 of its inputs besides articles: vocabulary, callbacks, number of requested rebuilds. */
  made_from: column.key(64),
  /** Last row of `kb_search_changes` applied. */
  last_change: column.integer(),
  is_whole: column.boolean(),
  /** Time it was started or last updated. */
  touched_at: column.datetime(),
});

const searchTextsTable = defineTable(
  'kb_search_texts',
  {
    build_id: column.integer(),
    /** Id of the article. */
    id: column.integer(),
    heading_words: column.text(),
    body_words: column.text(),
  },
  { primaryKey: ['build_id', 'id'], indexes: [['id']] },
);

/** Words of languages whose compounds are found by their parts, as written (folded) and as index terms. */
const searchWordsTable = defineTable(
  'kb_search_words',
  { build_id: column.integer(), locale: column.key(35), word: column.key(50), term: column.key(80) },
  { primaryKey: ['build_id', 'locale', 'word'], indexes: [['build_id', 'locale', 'term']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_synonyms: TableOf<typeof synonymsTable>;
    kb_promotions: TableOf<typeof promotionsTable>;
    kb_promoted_articles: TableOf<typeof promotedArticlesTable>;
    kb_search_builds: TableOf<typeof searchBuildsTable>;
    kb_search_texts: TableOf<typeof searchTextsTable>;
    kb_search_words: TableOf<typeof searchWordsTable>;
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
  {
    name: '0074_search_texts',
    async up(schema) {
      await schema.createTable(searchBuildsTable);
      await schema.createTable(searchTextsTable);
    },
  },
  { name: '0080_search_words', up: (schema) => schema.createTable(searchWordsTable) },
];
