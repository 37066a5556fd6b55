import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Daily salts of visitor keys. Once a salt is deleted, its keys cannot be traced back. */
const saltsTable = defineTable(
  'visitor_salts',
  {
    /** Plugin whose keys use the salt. */
    owner: column.key(60),
    day: column.key(10),
    salt: column.key(43),
    created_at: column.datetime(),
  },
  { primaryKey: ['owner', 'day'], indexes: [['created_at']] },
);

/** Visitors of a day and what they visited, kept while further visits of that day can arrive. */
const visitsTable = defineTable(
  'visitor_visits',
  { owner: column.key(60), day: column.key(10), visitor: column.key(22), scope: column.key(32) },
  { primaryKey: ['day', 'owner', 'visitor', 'scope'] },
);

declare module '../database/names.js' {
  interface Tables {
    visitor_salts: TableOf<typeof saltsTable>;
    visitor_visits: TableOf<typeof visitsTable>;
  }
}

export const visitorMigrations: readonly Migration[] = [
  {
    name: '0001_visitors',
    async up(schema) {
      await schema.createTable(saltsTable);
      await schema.createTable(visitsTable);
    },
  },
];
