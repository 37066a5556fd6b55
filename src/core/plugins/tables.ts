import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Plugins that have been active. A configured plugin without a row is active. */
export const pluginsTable = defineTable(
  'plugins',
  {
    name: column.key(),
    /** Last active version. */
    version: column.key(64),
    /** `active`, `inactive`, `uninstalling` or `uninstalled`, see `PluginStatus`. */
    status: column.key(16),
    installed_at: column.datetime(),
    changed_at: column.datetime(),
    /** Names of its jobs and schedules, needed to remove them once the plugin is no longer set up. */
    work: column.json().nullable(),
  },
  { primaryKey: ['name'] },
);

declare module '../database/names.js' {
  interface Tables {
    plugins: TableOf<typeof pluginsTable>;
  }
}

export const pluginsMigrations: readonly Migration[] = [
  { name: '0001_plugins', up: (schema) => schema.createTable(pluginsTable) },
  { name: '0002_work', up: (schema) => schema.addColumn(pluginsTable, 'work') },
];
