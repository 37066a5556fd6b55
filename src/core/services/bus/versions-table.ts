import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

const versionsTable = defineTable(
  'versions',
  {
    name: column.key(),
    version: column.integer(),
  },
  { primaryKey: ['name'] },
);

export const versionsMigrations: readonly Migration[] = [
  { name: '0001_versions', up: (schema) => schema.createTable(versionsTable) },
];

declare module '../../database/names.js' {
  interface Tables {
    versions: TableOf<typeof versionsTable>;
  }
}
