import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/**
 * One row per product. The keys lie sealed and not as digests, because they are verified again and again. `pending_*` is an activation
 * that was begun: it stands here before a provider is asked, so that a place taken there is never forgotten here.
 */
export const licencesTable = defineTable(
  'licences',
  {
    product: column.key(64),
    /** Changes with every write: who writes on what it has read fails when somebody else was faster. */
    version: column.integer(),
    license_key: column.text().nullable(),
    /** SHA-256 of the key; null when none is active. */
    key_hash: column.key(64).nullable(),
    pending_key: column.text().nullable(),
    pending_hash: column.key(64).nullable(),
    /** Last answer of the provider: `none` before the first one, then valid, invalid, expired, inactive, disabled. */
    status: column.key(16),
    code: column.key(64).nullable(),
    message: column.text().nullable(),
    details: column.json().nullable(),
    activated_at: column.datetime().nullable(),
    /** When the provider answered last. */
    checked_at: column.datetime().nullable(),
    /** When it last said that the key is valid: where the time of grace begins. */
    confirmed_at: column.datetime().nullable(),
    /** When it was last asked in vain; null when the last answer came. */
    failed_at: column.datetime().nullable(),
  },
  { primaryKey: ['product'] },
);

declare module '../../database/tables.js' {
  interface Tables {
    licences: TableOf<typeof licencesTable>;
  }
}

export const licenceMigrations: readonly Migration[] = [
  { name: '0001_licences', up: (schema) => schema.createTable(licencesTable) },
];
