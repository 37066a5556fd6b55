import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** What was declared outdated, in the order of the commits. Old rows are removed, and all values of their time with them. */
const cacheInvalidationsTable = defineTable(
  'cache_invalidations',
  {
    /** The version `cache` that the same transaction made. */
    version: column.bigint(),
    /** Digest of the tag. */
    tag_hash: column.key(22),
  },
  { primaryKey: ['version', 'tag_hash'] },
);

declare module '../../database/tables.js' {
  interface Tables {
    cache_invalidations: TableOf<typeof cacheInvalidationsTable>;
  }
}

export const cacheMigrations: readonly Migration[] = [
  { name: '0001_cache', up: (schema) => schema.createTable(cacheInvalidationsTable) },
];
