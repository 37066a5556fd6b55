import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/**
 * Article data beyond its post (same id).
 * Category ids, tags and redirects are duplicated as JSON, so that reading articles takes one query. Their own tables
 * serve filters and lookups.
 */
const articlesTable = defineTable(
  'kb_articles',
  {
    id: column.integer(),
    /** Primary category, 0 for none; part of the URL. */
    category_id: column.integer(),
    locale: column.key(35),
    /** The post's slug, replaced while the article is in the trash, so that its URL is free. */
    slug: column.key(),
    version: column.integer(),
    /** Key shared by translations of the same text. */
    translation_key: column.key().nullable(),
    trashed_from: column.key(32).nullable(),
    word_count: column.integer(),
    reading_time: column.integer(),
    sticky: column.boolean(),
    /** Id of the article's own access rule. Null if its categories decide. */
    rule_id: column.integer().nullable(),
    category_ids: column.json(),
    tags: column.json(),
    redirects: column.json(),
    /** Identifier that survives export and import. Null for articles not saved since it was introduced. */
    uuid: column.key(36).nullable(),
    /** `YYYY-MM-DD`: review date. The article is stale after this day. */
    review_by: column.key(10).nullable(),
    reviewed_at: column.datetime().nullable(),
    /** Time the article was moved to the trash. */
    trashed_at: column.datetime().nullable(),
    /** Version that the current one was restored from. */
    parent_revision: column.integer().nullable(),
    seo: column.json().nullable(),
    related: column.json().nullable(),
    contributors: column.json().nullable(),
    search_aliases: column.json().nullable(),
    /** Plain text as readers see it, used for search and snippets. */
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

/** Old paths and their targets. A category's redirect also covers everything below it. */
const redirectsTable = defineTable(
  'kb_redirects',
  {
    /** SHA-256 of locale and path, since paths exceed the length of an index key. */
    address: column.key(64),
    locale: column.key(35),
    path: column.text(),
    kind: column.key(16),
    /** Id of the article or category; 0 for an external URL. */
    target_id: column.integer(),
    target_url: column.text().nullable(),
    created_at: column.datetime(),
  },
  { primaryKey: ['address'], indexes: [['kind', 'target_id']] },
);

/** Changes for the search indexes of all processes, written in the transaction of the change. */
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

/** Columns that 0010 adds to articles of earlier releases. */
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
  // Every change of an article makes every process query the latest changes.
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
