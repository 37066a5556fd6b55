import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** One row per name that was ever held. Rows stay, so that tokens never begin anew. */
const locksTable = defineTable(
  'locks',
  {
    name: column.key(),
    /** Who holds it or held it last: a random name of the one lease. */
    owner: column.key(64),
    /** Grows by one with every acquisition: the fencing token. */
    token: column.bigint(),
    /** Milliseconds since 1970 by the database's clock; 0 when it was given back. */
    expires_at: column.bigint(),
  },
  { primaryKey: ['name'] },
);

declare module '../../database/tables.js' {
  interface Tables {
    locks: TableOf<typeof locksTable>;
  }
}

export const lockMigrations: readonly Migration[] = [
  { name: '0001_locks', up: (schema) => schema.createTable(locksTable) },
];
