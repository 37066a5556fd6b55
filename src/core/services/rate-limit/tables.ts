import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** Calls of each key, counted in the database by several processes. */
const rateLimitsTable = defineTable(
  'rate_limits',
  {
    /** SHA-256 of the key, which may contain a user name or an IP address. */
    key_hash: column.key(64),
    /** Times of the calls, see `call-times.ts`. */
    calls: column.text(),
    /** Expiry of the row, in milliseconds since 1970 by the database clock. */
    ends_at: column.bigint(),
  },
  { primaryKey: ['key_hash'], indexes: [['ends_at']] },
);

declare module '../../database/names.js' {
  interface Tables {
    rate_limits: TableOf<typeof rateLimitsTable>;
  }
}

export const rateLimitMigrations: readonly Migration[] = [
  { name: '0001_rate_limits', up: (schema) => schema.createTable(rateLimitsTable) },
];
