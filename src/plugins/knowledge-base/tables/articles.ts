import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/**
 * What an article has beyond its post (same id). Category ids, tags and redirects stand here a second time as JSON,
 * so that reading an article or a list of them is one query; the tables of their own serve filters and look-ups.
 */
const articlesTable = defineTable(
  'kb_articles',
  {
    id: column.integer(),
    /** The primary category, 0 for none: part of the address. */
    category_id: column.integer(),
    locale: column.key(35),
    /** As in the post, but marked while the article is in the trash, so that its address is free. */
    slug: column.key(),
    version: column.integer(),
    /** The same text in other languages has the same key. */
    translation_key: column.key().nullable(),
    trashed_from: column.key(32).nullable(),
    word_count: column.integer(),
    reading_time: column.integer(),
    sticky: column.boolean(),
    /** Who may read it, where that is not for its categories to say. */
    rule_id: column.integer().nullable(),
    category_ids: column.json(),
    tags: column.json(),
    redirects: column.json(),
    /** The same wherever the article is taken; null for one that was not saved since there is such a thing. */
    uuid: column.key(36).nullable(),
    /** `YYYY-MM-DD`: the last day on which its author vouches for it. */
    review_by: column.key(10).nullable(),
    reviewed_at: column.datetime().nullable(),
    /** When it was put into the trash. */
    trashed_at: column.datetime().nullable(),
    /** The version that the present one was restored from. */
    parent_revision: column.integer().nullable(),
    seo: column.json().nullable(),
    related: column.json().nullable(),
    contributors: column.json().nullable(),
    search_aliases: column.json().nullable(),
    /** What a reader sees as plain text: search indexes and cuts its snippets from it. */
    text: column.text(),
  },
  {
    primaryKey: ['id'],
    unique: [['category_id', 'locale', 'slug'], ['uuid']],
    indexes: [['translation_key'], ['locale'], ['review_by'], ['trashed_at']],
  },
);

const articleTagsTable = defineTable(
  'kb_article_tags',
  { article_id: column.integer(), tag: column.key() },
  { primaryKey: ['article_id', 'tag'], indexes: [['tag']] },
);

/** Old addresses and where they lead; a category's also covers everything below it. */
const redirectsTable = defineTable(
  'kb_redirects',
  {
    /** SHA-256 of locale and path, since paths are longer than an index key may be. */
    address: column.key(64),
    locale: column.key(35),
    path: column.text(),
    kind: column.key(16),
    /** Id of the article or category; 0 for an external address. */
    target_id: column.integer(),
    target_url: column.text().nullable(),
    created_at: column.datetime(),
  },
  { primaryKey: ['address'], indexes: [['kind', 'target_id']] },
);

/** What search indexes of all processes have to catch up with; written in the transaction of the change. */
const searchChangesTable = defineTable('kb_search_changes', {
  id: column.id(),
  article_id: column.integer(),
  created_at: column.datetime(),
});

declare module '../../../index.js' {
  interface Tables {
    kb_articles: TableOf<typeof articlesTable>;
    kb_article_tags: TableOf<typeof articleTagsTable>;
    kb_redirects: TableOf<typeof redirectsTable>;
    kb_search_changes: TableOf<typeof searchChangesTable>;
  }
}

/** What 0010 brings to articles of earlier releases. */
const ADDED_COLUMNS = [
  'uuid',
  'review_by',
  'reviewed_at',
  'trashed_at',
  'parent_revision',
  'seo',
  'related',
  'contributors',
] as const;

export const articleMigrations: readonly Migration[] = [
  { name: '0001_articles', up: (schema) => schema.createTable(articlesTable) },
  { name: '0002_article_tags', up: (schema) => schema.createTable(articleTagsTable) },
  { name: '0003_redirects', up: (schema) => schema.createTable(redirectsTable) },
  { name: '0005_search_changes', up: (schema) => schema.createTable(searchChangesTable) },
  { name: '0022_article_rules', up: (schema) => schema.addColumn(articlesTable, 'rule_id') },
  // Every change of an article asks for the latest ones, in every process.
  { name: '0006_search_changes_by_time', up: (schema) => schema.createIndex(searchChangesTable, ['created_at']) },
  {
    name: '0010_article_fields',
    async up(schema) {
      for (const name of ADDED_COLUMNS) await schema.addColumn(articlesTable, name);
      await schema.createIndex(articlesTable, ['uuid'], { unique: true });
      await schema.createIndex(articlesTable, ['review_by']);
      await schema.createIndex(articlesTable, ['trashed_at']);
    },
  },
  { name: '0071_search_aliases', up: (schema) => schema.addColumn(articlesTable, 'search_aliases') },
];
