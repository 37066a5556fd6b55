import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Webhook endpoints. */
const webhookEndpointsTable = defineTable('webhook_endpoints', {
  id: column.id(),
  url: column.text(),
  description: column.text(),
  /** Encrypted. It signs every message to this endpoint. */
  secret: column.text(),
  /** List of topic names. */
  topics: column.json(),
  is_active: column.boolean(),
  created_at: column.datetime(),
  modified_at: column.datetime(),
});

/** Messages, sent or waiting. One row per event and endpoint, however often the outbox delivers the event. */
const webhookDeliveriesTable = defineTable(
  'webhook_deliveries',
  {
    id: column.id(),
    endpoint_id: column.integer(),
    event_id: column.key(36),
    topic: column.key(),
    /** The request body. */
    body: column.text(),
    /** `waiting`, `delivered` or `failed`. */
    status: column.key(16),
    attempts: column.integer(),
    /** HTTP status of the last attempt. Null if there was no response. */
    response_status: column.integer().nullable(),
    /** Beginning of the last response body. */
    response_body: column.text().nullable(),
    error: column.text().nullable(),
    /** Milliseconds of the last attempt. */
    duration: column.integer().nullable(),
    created_at: column.datetime(),
    /** End of the last attempt. */
    attempted_at: column.datetime().nullable(),
  },
  { unique: [['endpoint_id', 'event_id']], indexes: [['endpoint_id', 'id'], ['created_at']] },
);

declare module '../database/names.js' {
  interface Tables {
    webhook_endpoints: TableOf<typeof webhookEndpointsTable>;
    webhook_deliveries: TableOf<typeof webhookDeliveriesTable>;
  }
}

export const webhookMigrations: readonly Migration[] = [
  { name: '0001_endpoints', up: (schema) => schema.createTable(webhookEndpointsTable) },
  { name: '0002_deliveries', up: (schema) => schema.createTable(webhookDeliveriesTable) },
];
