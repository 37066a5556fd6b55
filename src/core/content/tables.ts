import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Posts of all types. See section 2 of core.md. */
const postsTable = defineTable(
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
    /** Increases by one with every save, for optimistic locking. */
    lock_version: column.integer().default(1),
    /** Status a post returns to when it is restored from the trash. */
    status_before_trash: column.key(32).nullable(),
    /** Type, parent, locale and slug as one unique key. Null in the trash, and for types that manage their own URLs. */
    address: column.key(400).nullable(),
  },
  { indexes: [['type', 'status', 'locale'], ['author_id'], ['type', 'slug'], ['parent_id']] },
);

/** Categories, tags and other terms. Siblings have different slugs. `parent_id` 0 is the top level. */
const termsTable = defineTable(
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

/** Terms assigned to posts. `position` 0 is the primary term. */
const postTermsTable = defineTable(
  'post_terms',
  { post_id: column.integer(), term_id: column.integer(), position: column.integer() },
  { primaryKey: ['post_id', 'term_id'], indexes: [['term_id']] },
);

declare module '../database/names.js' {
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
  {
    name: '0004_post_versions',
    async up(schema) {
      for (const name of ['lock_version', 'status_before_trash', 'address']) await schema.addColumn(postsTable, name);
      await schema.createIndex(postsTable, ['address'], { unique: true });
      await schema.createIndex(postsTable, ['parent_id']);
    },
  },
];
