import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

const schedulesTable = defineTable(
  'schedules',
  {
    name: column.key(80),
    /** Pattern of the schedule; if it changes, counting restarts. */
    pattern: column.key(),
    /** Last time that was started, in milliseconds since 1970. */
    slot: column.bigint(),
  },
  { primaryKey: ['name'] },
);

declare module '../../database/names.js' {
  interface Tables {
    schedules: TableOf<typeof schedulesTable>;
  }
}

export const scheduleMigrations: readonly Migration[] = [
  { name: '0001_schedules', up: (schema) => schema.createTable(schedulesTable) },
];
