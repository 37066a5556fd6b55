import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** The calls of each key that several processes count in the database. */
const rateLimitsTable = defineTable(
  'rate_limits',
  {
    /** SHA-256 of the key, which may name a person or an address. */
    key_hash: column.key(64),
    /** The times of the calls, see `call-times.ts`. */
    calls: column.text(),
    /** Milliseconds since 1970 by the database's clock, after which the row says nothing any more. */
    ends_at: column.bigint(),
  },
  { primaryKey: ['key_hash'], indexes: [['ends_at']] },
);

declare module '../../database/tables.js' {
  interface Tables {
    rate_limits: TableOf<typeof rateLimitsTable>;
  }
}

export const rateLimitMigrations: readonly Migration[] = [
  { name: '0001_rate_limits', up: (schema) => schema.createTable(rateLimitsTable) },
];
