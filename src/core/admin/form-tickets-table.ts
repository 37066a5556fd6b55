import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Forms that have done what they may do once; only digests are kept. */
const formTicketsTable = defineTable(
  'form_tickets',
  {
    /** SHA-256 of user and ticket. */
    ticket_hash: column.key(64),
    /** When the row may be removed. */
    expires_at: column.datetime(),
  },
  { primaryKey: ['ticket_hash'], indexes: [['expires_at']] },
);

declare module '../database/tables.js' {
  interface Tables {
    form_tickets: TableOf<typeof formTicketsTable>;
  }
}

export const adminMigrations: readonly Migration[] = [
  { name: '0001_form_tickets', up: (schema) => schema.createTable(formTicketsTable) },
];
