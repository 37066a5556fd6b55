import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Everything with a title, a text and a life: core.md section 2. */
export const postsTable = defineTable(
  'posts',
  {
    id: column.id(),
    type: column.key(32),
    status: column.key(32),
    title: column.text(),
    slug: column.key(),
    content: column.text(),
    content_format: column.key(16),
    excerpt: column.text(),
    author_id: column.integer(),
    parent_id: column.integer().default(0),
    featured_media: column.integer().default(0),
    menu_order: column.integer().default(0),
    locale: column.key(35),
    meta: column.json(),
    created_at: column.datetime(),
    modified_at: column.datetime(),
    published_at: column.datetime().nullable(),
  },
  { indexes: [['type', 'status', 'locale'], ['author_id'], ['type', 'slug']] },
);

/** Categories, tags and the like; siblings differ in their slugs. `parent_id` 0 is the top level. */
export const termsTable = defineTable(
  'terms',
  {
    id: column.id(),
    taxonomy: column.key(32),
    parent_id: column.integer().default(0),
    slug: column.key(),
    name: column.text(),
    description: column.text(),
    menu_order: column.integer().default(0),
    locale: column.key(35),
    meta: column.json(),
    created_at: column.datetime(),
    modified_at: column.datetime(),
  },
  { unique: [['taxonomy', 'parent_id', 'locale', 'slug']] },
);

/** Which post has which terms; `position` 0 is the primary one. */
export const postTermsTable = defineTable(
  'post_terms',
  { post_id: column.integer(), term_id: column.integer(), position: column.integer() },
  { primaryKey: ['post_id', 'term_id'], indexes: [['term_id']] },
);

declare module '../database/tables.js' {
  interface Tables {
    posts: TableOf<typeof postsTable>;
    terms: TableOf<typeof termsTable>;
    post_terms: TableOf<typeof postTermsTable>;
  }
}

export const contentMigrations: readonly Migration[] = [
  { name: '0001_posts', up: (schema) => schema.createTable(postsTable) },
  { name: '0002_terms', up: (schema) => schema.createTable(termsTable) },
  { name: '0003_post_terms', up: (schema) => schema.createTable(postTermsTable) },
];
