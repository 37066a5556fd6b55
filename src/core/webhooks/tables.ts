import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Where events are sent to. */
const webhookEndpointsTable = defineTable('webhook_endpoints', {
  id: column.id(),
  url: column.text(),
  description: column.text(),
  /** Sealed: every delivery is signed with it. */
  secret: column.text(),
  /** Names of topics, as a list. */
  topics: column.json(),
  is_active: column.boolean(),
  created_at: column.datetime(),
  modified_at: column.datetime(),
});

/** What was sent, or is about to be. One row per event and endpoint, however often the event is delivered. */
const webhookDeliveriesTable = defineTable(
  'webhook_deliveries',
  {
    id: column.id(),
    endpoint_id: column.integer(),
    event_id: column.key(36),
    topic: column.key(),
    /** The body as it is sent. */
    body: column.text(),
    /** `waiting`, `delivered`, `failed`. */
    status: column.key(16),
    attempts: column.integer(),
    /** Of the last attempt; null when there was no answer. */
    response_status: column.integer().nullable(),
    /** The beginning of the last answer. */
    response_body: column.text().nullable(),
    error: column.text().nullable(),
    /** Milliseconds of the last attempt. */
    duration: column.integer().nullable(),
    created_at: column.datetime(),
    /** When the last attempt ended. */
    attempted_at: column.datetime().nullable(),
  },
  { unique: [['endpoint_id', 'event_id']], indexes: [['endpoint_id', 'id'], ['created_at']] },
);

declare module '../database/tables.js' {
  interface Tables {
    webhook_endpoints: TableOf<typeof webhookEndpointsTable>;
    webhook_deliveries: TableOf<typeof webhookDeliveriesTable>;
  }
}

export const webhookMigrations: readonly Migration[] = [
  { name: '0001_endpoints', up: (schema) => schema.createTable(webhookEndpointsTable) },
  { name: '0002_deliveries', up: (schema) => schema.createTable(webhookDeliveriesTable) },
];
