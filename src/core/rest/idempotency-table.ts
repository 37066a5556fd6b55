import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Idempotency keys sent by callers: the lock holder, and later the response. */
const idempotencyTable = defineTable(
  'idempotency_keys',
  {
    /** SHA-256 of caller, route and key. */
    key_hash: column.key(64),
    /** SHA-256 of the request; a different request with the same key is a client error. */
    fingerprint: column.key(64),
    /** Status: `running`, `finished`, or `unkept` (finished, but the response is too large to store). */
    state: column.key(16),
    /** Random id of the run that holds the key; its writes count only while it does. */
    holder: column.key(36),
    /** Time until which a run counts as alive unless it renews the lease. */
    lease_until: column.datetime(),
    /** Time after which the row may be deleted. */
    expires_at: column.datetime(),
    status: column.integer().nullable(),
    headers: column.json().nullable(),
    /** JSON; null for a response without a body. */
    body: column.text().nullable(),
  },
  { primaryKey: ['key_hash'], indexes: [['expires_at']] },
);

declare module '../database/names.js' {
  interface Tables {
    idempotency_keys: TableOf<typeof idempotencyTable>;
  }
}

export const idempotencyMigrations: readonly Migration[] = [
  { name: '0001_idempotency_keys', up: (schema) => schema.createTable(idempotencyTable) },
];
