import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** Invalidations in commit order. Deleting old rows invalidates all values from before them. */
const cacheInvalidationsTable = defineTable(
  'cache_invalidations',
  {
    /** Version `cache` created by the same transaction. */
    version: column.bigint(),
    /** Digest of the tag. */
    tag_hash: column.key(22),
  },
  { primaryKey: ['version', 'tag_hash'] },
);

declare module '../../database/names.js' {
  interface Tables {
    cache_invalidations: TableOf<typeof cacheInvalidationsTable>;
  }
}

export const cacheMigrations: readonly Migration[] = [
  { name: '0001_cache', up: (schema) => schema.createTable(cacheInvalidationsTable) },
];
