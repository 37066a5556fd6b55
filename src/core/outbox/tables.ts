import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Announced actions that are not yet delivered or could not be delivered. Delivered events are deleted. */
const outboxTable = defineTable(
  'outbox',
  {
    id: column.id(),
    /** Event id for receivers, which may see an event twice. */
    event_id: column.key(36),
    /** Action name. Events of one topic are delivered in order. */
    topic: column.key(),
    /** Arguments, see `payload.ts`. */
    payload: column.text(),
    /** `waiting`, or `failed`: given up, and kept for an operator. */
    state: column.key(16),
    /** Number of delivery attempts. */
    attempts: column.integer(),
    /** Random id of the process that is delivering it. */
    claimed_by: column.key(36),
    /** Expiry of the claim, in milliseconds since 1970 by the database clock. */
    claimed_until: column.bigint(),
    /** Earliest time of the next attempt, by the same clock. */
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

declare module '../database/names.js' {
  interface Tables {
    outbox: TableOf<typeof outboxTable>;
  }
}

export const outboxMigrations: readonly Migration[] = [
  { name: '0001_outbox', up: (schema) => schema.createTable(outboxTable) },
];
