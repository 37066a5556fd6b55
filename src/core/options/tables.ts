import { sql } from 'kysely';
import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Explicitly set option values. Unset options have no row, so that new defaults apply immediately. */
const optionsTable = defineTable(
  'options',
  {
    name: column.key(),
    owner: column.key(60),
    value: column.json(),
    /** Whether the option is loaded together with all other autoloaded ones and kept in memory. */
    autoload: column.boolean(),
    modified_at: column.datetime(),
  },
  { primaryKey: ['name'], indexes: [['owner'], ['autoload']] },
);

declare module '../database/names.js' {
  interface Tables {
    options: TableOf<typeof optionsTable>;
  }
}

export const optionMigrations: readonly Migration[] = [
  { name: '0001_options', up: (schema) => schema.createTable(optionsTable) },
  {
    name: '0002_settings',
    async up(schema) {
      // Exists only in databases that predate options. A table `settings` of another program is left alone.
      if (!(await schema.hasTable('settings'))) return;
      await schema.raw(sql`
        insert into options (name, owner, value, autoload, modified_at)
        select concat('settings:', settings.name), settings.owner, settings.value, 1, settings.modified_at
        from settings
        where settings.owner = (select min(other.owner) from settings as other where other.name = settings.name)
        and not exists (select 1 from options where options.name = concat('settings:', settings.name))`);
      await schema.dropTable('settings');
    },
  },
];
