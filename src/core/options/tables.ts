import { sql } from 'kysely';
import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** One row for each value that somebody has set; what nobody has set is not here, so that new defaults count at once. */
const optionsTable = defineTable(
  'options',
  {
    name: column.key(),
    owner: column.key(60),
    value: column.json(),
    /** Whether it is read with all others of its kind in one go, and kept in memory. */
    autoload: column.boolean(),
    modified_at: column.datetime(),
  },
  { primaryKey: ['name'], indexes: [['owner'], ['autoload']] },
);

declare module '../database/tables.js' {
  interface Tables {
    options: TableOf<typeof optionsTable>;
  }
}

export const optionMigrations: readonly Migration[] = [
  { name: '0001_options', up: (schema) => schema.createTable(optionsTable) },
  {
    name: '0002_settings',
    async up(schema) {
      // Only a database from before the options has it. A table `settings` of another program is left alone.
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
