import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/**
 * Licence table with one row per product. Keys are encrypted rather than hashed, because they are verified
 * repeatedly. `pending_*` is a started activation: it is stored before the provider is called, so that no activation
 * gets lost.
 */
export const licencesTable = defineTable(
  'licences',
  {
    product: column.key(64),
    /** Row version for optimistic locking: a write fails if another one came first. */
    version: column.integer(),
    license_key: column.text().nullable(),
    /** SHA-256 of the key; null if none is active. */
    key_hash: column.key(64).nullable(),
    pending_key: column.text().nullable(),
    pending_hash: column.key(64).nullable(),
    /** Last verdict of the provider: `none` before the first one, then valid, invalid, expired, inactive, disabled. */
    status: column.key(16),
    code: column.key(64).nullable(),
    message: column.text().nullable(),
    details: column.json().nullable(),
    activated_at: column.datetime().nullable(),
    /** Time of the last verdict. */
    checked_at: column.datetime().nullable(),
    /** Time of the last positive verdict: start of the grace period. */
    confirmed_at: column.datetime().nullable(),
    /** Time of the last failed request; null after a verdict. */
    failed_at: column.datetime().nullable(),
  },
  { primaryKey: ['product'] },
);

declare module '../../database/names.js' {
  interface Tables {
    licences: TableOf<typeof licencesTable>;
  }
}

export const licenceMigrations: readonly Migration[] = [
  { name: '0001_licences', up: (schema) => schema.createTable(licencesTable) },
];
