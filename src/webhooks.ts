/**
 * 'mortise/webhooks': signed events for other services, and actions that run after the commit.
 *
 *     const isGenuine = verifyWebhook(secret, request.headers, body);
 */

export type { Outbox } from './core/outbox/outbox.js';
export type { DeliveredEvent } from './core/outbox/relay.js';
export { signWebhook, verifyWebhook } from './core/webhooks/signature.js';
export type { OwnedWebhooks, WebhookTopic } from './core/webhooks/topics.js';
