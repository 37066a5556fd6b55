import { TIME } from '../../schema/time.js';
import { deliveryList, type WebhookDelivery } from '../deliveries.js';
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

export const WHOLE_DELIVERY = {
  type: 'object',
  title: 'WholeWebhookDelivery',
  properties: {
    ...deliveryList.schema.properties,
    body: { type: 'string', required: true, description: 'Body as sent.' },
  },
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

export function wholeDeliveryView(delivery: WebhookDelivery) {
  return { ...deliveryList.record(delivery), body: delivery.body };
}
