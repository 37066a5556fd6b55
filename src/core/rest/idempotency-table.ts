import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** One row per key that callers sent: who is working on it, and later what the answer was. */
const idempotencyTable = defineTable(
  'idempotency_keys',
  {
    /** SHA-256 of caller, route and key. */
    key_hash: column.key(64),
    /** SHA-256 of the request: the same key with another one is a mistake of the caller. */
    fingerprint: column.key(64),
    /** `running`, `finished`, or `unkept`: finished with an answer too large to keep. */
    state: column.key(16),
    /** The run that holds the key, by a random name: what it writes counts only while it does. */
    holder: column.key(36),
    /** Until when a run is taken to be alive unless it says so again. */
    lease_until: column.datetime(),
    /** When the row may be removed. */
    expires_at: column.datetime(),
    status: column.integer().nullable(),
    headers: column.json().nullable(),
    /** JSON; null for an answer without a body. */
    body: column.text().nullable(),
  },
  { primaryKey: ['key_hash'], indexes: [['expires_at']] },
);

declare module '../database/tables.js' {
  interface Tables {
    idempotency_keys: TableOf<typeof idempotencyTable>;
  }
}

export const idempotencyMigrations: readonly Migration[] = [
  { name: '0001_idempotency_keys', up: (schema) => schema.createTable(idempotencyTable) },
];
