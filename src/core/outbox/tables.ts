import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Actions that were announced and not yet delivered, or not deliverable. What was delivered has no row any more. */
const outboxTable = defineTable(
  'outbox',
  {
    id: column.id(),
    /** The event's name for receivers, who may see it twice. */
    event_id: column.key(36),
    /** The action; events of one topic are delivered in order. */
    topic: column.key(),
    /** The arguments, see `payload.ts`. */
    payload: column.text(),
    /** `waiting`, or `failed`: given up, and kept for somebody to look at. */
    state: column.key(16),
    /** Deliveries begun. */
    attempts: column.integer(),
    /** The process that is delivering it, by a random name. */
    claimed_by: column.key(36),
    /** Milliseconds since 1970 by the database's clock: until then that process is taken to be alive. */
    claimed_until: column.bigint(),
    /** The same clock: not to be tried before. */
    due_at: column.bigint(),
    error: column.text().nullable(),
    created_at: column.bigint(),
  },
  {
    unique: [['event_id']],
    indexes: [
      ['topic', 'state', 'id'],
      ['state', 'due_at'],
    ],
  },
);

declare module '../database/tables.js' {
  interface Tables {
    outbox: TableOf<typeof outboxTable>;
  }
}

export const outboxMigrations: readonly Migration[] = [
  { name: '0001_outbox', up: (schema) => schema.createTable(outboxTable) },
];
