import { isoOrNull, TIME, TIME_OR_NULL } from '../../schema/time.js';
import type { DeliverySummary, WebhookDelivery } from '../deliveries.js';
import type { WebhookEndpoint } from '../endpoints.js';

export const NAMESPACE = 'mortise/v1';

const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, required: true } as const;

export const WEBHOOK_ARGS = { id: { ...ID, description: 'ID of the webhook.' } } as const;

export const DELIVERY_ARGS = { ...WEBHOOK_ARGS, delivery: { ...ID, description: 'ID of the message.' } } as const;

/** Writable members of a webhook. */
export const WRITABLE = {
  url: { type: 'string', minLength: 1, maxLength: 2000, description: 'URL that messages are sent to: http or https.' },
  description: { type: 'string', maxLength: 1000 },
  topics: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 191 },
    minItems: 1,
    maxItems: 500,
    description: 'Names of `GET /webhooks/topics`.',
  },
  active: { type: 'boolean', description: 'Whether messages are sent.' },
} as const;

const WEBHOOK_PROPERTIES = {
  id: { type: 'integer', required: true },
  url: { type: 'string', required: true },
  description: { type: 'string', required: true },
  topics: { type: 'array', items: { type: 'string' }, required: true },
  active: { type: 'boolean', required: true },
  created_at: { ...TIME, required: true },
  modified_at: { ...TIME, required: true },
} as const;

export const WEBHOOK = { type: 'object', title: 'Webhook', properties: WEBHOOK_PROPERTIES } as const;

export const ISSUED_WEBHOOK = {
  type: 'object',
  title: 'IssuedWebhook',
  properties: {
    ...WEBHOOK_PROPERTIES,
    secret: { type: 'string', required: true, description: 'Secret that signs messages. It is shown only once.' },
  },
} as const;

export const TOPIC = {
  type: 'object',
  title: 'WebhookTopic',
  properties: {
    name: { type: 'string', required: true },
    title: { type: 'string', required: true },
    owner: { type: 'string', required: true, description: 'Plugin that provides the topic, or `core`.' },
    sample: { description: '`data` of a message of this topic.' },
  },
} as const;

const DELIVERY_PROPERTIES = {
  id: { type: 'integer', required: true },
  event_id: { type: 'string', required: true, description: 'Unique ID, to recognize repeated messages.' },
  topic: { type: 'string', required: true },
  status: { type: 'string', enum: ['waiting', 'delivered', 'failed'], required: true },
  attempts: { type: 'integer', required: true },
  response_status: { type: ['integer', 'null'], description: 'Of the last attempt; null: no response.' },
  response_body: { type: ['string', 'null'], description: 'Beginning of the last response.' },
  error: { type: ['string', 'null'], description: 'Error, if there was no response.' },
  duration_ms: { type: ['integer', 'null'] },
  created_at: { ...TIME, required: true },
  attempted_at: TIME_OR_NULL,
} as const;

/** A delivery as returned in lists. */
export const DELIVERY = { type: 'object', title: 'WebhookDelivery', properties: DELIVERY_PROPERTIES } as const;

export const WHOLE_DELIVERY = {
  type: 'object',
  title: 'WholeWebhookDelivery',
  properties: { ...DELIVERY_PROPERTIES, body: { type: 'string', required: true, description: 'Body as sent.' } },
} as const;

export function webhookView({ id, url, description, topics, isActive, createdAt, modifiedAt }: WebhookEndpoint) {
  return {
    id,
    url,
    description,
    topics,
    active: isActive,
    created_at: createdAt.toISOString(),
    modified_at: modifiedAt.toISOString(),
  };
}

export function deliveryView(delivery: DeliverySummary) {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    topic: delivery.topic,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    error: delivery.error,
    duration_ms: delivery.duration,
    created_at: delivery.createdAt.toISOString(),
    attempted_at: isoOrNull(delivery.attemptedAt),
  };
}

export function wholeDeliveryView(delivery: WebhookDelivery) {
  return { ...deliveryView(delivery), body: delivery.body };
}
