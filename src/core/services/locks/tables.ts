import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** Lock table with one row per name. Rows are never deleted, so that tokens never restart. */
const locksTable = defineTable(
  'locks',
  {
    name: column.key(),
    /** Random id of the current or last lease. */
    owner: column.key(64),
    /** Fencing token, incremented with every acquisition. */
    token: column.bigint(),
    /** Milliseconds since 1970 by the database clock; 0 after a release. */
    expires_at: column.bigint(),
  },
  { primaryKey: ['name'] },
);

declare module '../../database/names.js' {
  interface Tables {
    locks: TableOf<typeof locksTable>;
  }
}

export const lockMigrations: readonly Migration[] = [
  { name: '0001_locks', up: (schema) => schema.createTable(locksTable) },
];
