import type { Selectable } from 'kysely';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { defineResource } from '../resource/resource.js';
import './tables.js';

/** A message to one endpoint. */
export interface WebhookDelivery {
  readonly id: number;
  readonly endpointId: number;
  readonly eventId: string;
  readonly topic: string;
  readonly body: string;
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  /** Milliseconds of the last attempt. */
  readonly duration: number | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
}

/** A delivery without its body, which may be long, for lists. */
export type DeliverySummary = Omit<WebhookDelivery, 'body'>;

const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export interface DeliveryFilter {
  readonly endpointId: number;
  readonly status?: WebhookDelivery['status'] | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Result of an attempt. */
export interface DeliveryOutcome
  extends Pick<WebhookDelivery, 'status' | 'attempts' | 'responseStatus' | 'responseBody' | 'error' | 'duration'> {}

export type NewDelivery = Pick<WebhookDelivery, 'endpointId' | 'eventId' | 'topic' | 'body'>;

/** Milliseconds that deliveries are kept. */
const RETENTION = 30 * 86_400_000;

/** Creates the log of deliveries, which is also the queue of messages to send. */
export function createDeliveries(db: Database) {
  return {
    /** @returns the id, or null if the event was already queued for this endpoint */
    async add({ endpointId, eventId, topic, body }: NewDelivery): Promise<number | null> {
      const existing = await db.query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('event_id', '=', eventId)
        .executeTakeFirst();
      if (existing) return null;
      // If two processes deliver the event concurrently, the unique key rejects the second insert, and the outbox
      // retries.
      return db.insert('webhook_deliveries', {
        endpoint_id: endpointId,
        event_id: eventId,
        topic,
        body,
        status: 'waiting',
        attempts: 0,
        response_status: null,
        response_body: null,
        error: null,
        duration: null,
        created_at: utc.encode(new Date()),
        attempted_at: null,
      });
    },
    async get(id: number): Promise<WebhookDelivery | null> {
      const row = await db.query.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toDelivery(row) : null;
    },
    /** Loads and locks the row until the end of the transaction. Call it first, to see what others have committed. */
    async locked(id: number): Promise<WebhookDelivery | null> {
      const row = await db.query
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row ? toDelivery(row) : null;
    },
    /** Records a result. A delivery already settled by another worker stays unchanged. */
    async settle(id: number, outcome: DeliveryOutcome): Promise<void> {
      await db.query
        .updateTable('webhook_deliveries')
        .set({
          status: outcome.status,
          attempts: outcome.attempts,
          response_status: outcome.responseStatus,
          response_body: outcome.responseBody,
          error: outcome.error,
          duration: outcome.duration,
          attempted_at: utc.encode(new Date()),
        })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .execute();
    },
    /** Resets a delivery so that it is sent again. */
    async renew(id: number): Promise<void> {
      await db.query
        .updateTable('webhook_deliveries')
        .set({
          status: 'waiting',
          attempts: 0,
          response_status: null,
          response_body: null,
          error: null,
          duration: null,
        })
        .where('id', '=', id)
        .execute();
    },
    /** Lists deliveries, newest first. */
    async list({
      endpointId,
      ...query
    }: DeliveryFilter): Promise<{ items: readonly DeliverySummary[]; total: number }> {
      const { rows, total } = await deliveryList.list(db, { ...query, endpoint: endpointId });
      return { items: rows, total };
    },
    /** Returns the newest delivery of each endpoint, by endpoint id. */
    async latest(): Promise<ReadonlyMap<number, DeliverySummary>> {
      const newest = db.query
        .selectFrom('webhook_deliveries')
        .select((eb) => eb.fn.max('id').as('id'))
        .groupBy('endpoint_id');
      const rows = await db.query.selectFrom('webhook_deliveries').select(SUMMARY).where('id', 'in', newest).execute();
      return new Map(rows.map((row) => [row.endpoint_id, toSummary(row)]));
    },
    /** Deletes deliveries older than 30 days. */
    async sweep(now: Date = new Date()): Promise<void> {
      const oldest = utc.encode(new Date(now.getTime() - RETENTION));
      await db.query.deleteFrom('webhook_deliveries').where('created_at', '<', oldest).execute();
    },
  };
}

export type WebhookDeliveries = ReturnType<typeof createDeliveries>;

const SUMMARY = [
  'id',
  'endpoint_id',
  'event_id',
  'topic',
  'status',
  'attempts',
  'response_status',
  'response_body',
  'error',
  'duration',
  'created_at',
  'attempted_at',
] as const;

type Row = Selectable<Tables['webhook_deliveries']>;

function toDelivery(row: Row): WebhookDelivery {
  return { ...toSummary(row), body: row.body };
}

function toSummary(row: Pick<Row, (typeof SUMMARY)[number]>): DeliverySummary {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    topic: row.topic,
    status: row.status as WebhookDelivery['status'],
    attempts: row.attempts,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    error: row.error,
    duration: row.duration,
    createdAt: utc.decode(row.created_at),
    attemptedAt: row.attempted_at === null ? null : utc.decode(row.attempted_at),
  };
}

/** List of the messages to an endpoint: its SQL, REST list, command and admin list. */
export const deliveryList = defineResource({
  table: 'webhook_deliveries',
  select: SUMMARY,
  read: (rows) => rows.map(toSummary),
  title: 'WebhookDelivery',
  fields: (field) => ({
    id: field.integer(({ id }) => id, { cli: true }),
    event_id: field.text(({ eventId }) => eventId, {
      description: 'Unique ID, to recognize repeated messages.',
      cli: 'event',
    }),
    topic: field.text(({ topic }) => topic, { label: 'webhooks.topic', cli: true }),
    status: field.enum(DELIVERY_STATUSES, ({ status }) => status, { label: 'webhooks.state', cli: true }),
    attempts: field.count(({ attempts }) => attempts, { label: 'webhooks.attempts', cli: true }),
    response_status: field.integerOrNull(({ responseStatus }) => responseStatus, {
      description: 'HTTP status of the last attempt; null if there was no response.',
      label: 'webhooks.answer',
      cli: 'answer',
    }),
    response_body: field.custom({ type: ['string', 'null'] }, ({ responseBody }) => responseBody, {
      description: 'Beginning of the last response.',
    }),
    error: field.textOrNull(({ error }) => error, { description: 'Error, if there was no response.', cli: true }),
    duration_ms: field.integerOrNull(({ duration }) => duration),
    created_at: field.dateTime(({ createdAt }) => createdAt, { label: 'webhooks.when', cli: 'created' }),
    attempted_at: field.dateTimeOrNull(({ attemptedAt }) => attemptedAt),
  }),
  filters: (filter) => ({
    endpoint: filter.internal((eb, id: number) => eb('endpoint_id', '=', id)),
    status: filter.enum('status', DELIVERY_STATUSES, {
      label: 'webhooks.state',
      text: 'webhooks.',
      all: 'webhooks.all-states',
      cli: ['status <status>', 'only these'],
    }),
  }),
  sort: { id: 'id' },
  order: ['id', 'desc'],
});
