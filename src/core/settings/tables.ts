import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** What somebody has set; what nobody has set is not here, so that a better default reaches old sites too. */
export const settingsTable = defineTable(
  'settings',
  { owner: column.key(60), name: column.key(60), value: column.json(), modified_at: column.datetime() },
  { primaryKey: ['owner', 'name'] },
);

declare module '../database/tables.js' {
  interface Tables {
    settings: TableOf<typeof settingsTable>;
  }
}

export const settingsMigrations: readonly Migration[] = [
  { name: '0001_settings', up: (schema) => schema.createTable(settingsTable) },
];
