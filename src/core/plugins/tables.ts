import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** The plugins that have been here. One that is configured and has no row yet is active. */
export const pluginsTable = defineTable(
  'plugins',
  {
    name: column.key(),
    /** That was active last. */
    version: column.key(64),
    /** `active`, `inactive`, `uninstalled`, which is inactive and without its tables, `uninstalling` on the way there. */
    status: column.key(16),
    installed_at: column.datetime(),
    changed_at: column.datetime(),
    /** Names of its jobs and schedules, for the day on which nobody else knows them any more. */
    work: column.json().nullable(),
  },
  { primaryKey: ['name'] },
);

declare module '../database/tables.js' {
  interface Tables {
    plugins: TableOf<typeof pluginsTable>;
  }
}

export const pluginsMigrations: readonly Migration[] = [
  { name: '0001_plugins', up: (schema) => schema.createTable(pluginsTable) },
  { name: '0002_work', up: (schema) => schema.addColumn(pluginsTable, 'work') },
];
