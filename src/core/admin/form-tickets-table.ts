import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Tickets of forms that have been processed and must not be repeated. Only digests are stored. */
const formTicketsTable = defineTable(
  'form_tickets',
  {
    /** SHA-256 of user id and ticket. */
    ticket_hash: column.key(64),
    /** Time after which the row may be deleted. */
    expires_at: column.datetime(),
  },
  { primaryKey: ['ticket_hash'], indexes: [['expires_at']] },
);

declare module '../database/names.js' {
  interface Tables {
    form_tickets: TableOf<typeof formTicketsTable>;
  }
}

export const adminMigrations: readonly Migration[] = [
  { name: '0001_form_tickets', up: (schema) => schema.createTable(formTicketsTable) },
];
