import type { Hooks } from '../../hooks/hooks.js';
import { registerCoreTopics } from './core-topics.js';
import { registerWebhookRoutes, type WebhookRouteParts } from './routes/webhooks.js';
import type { WebhooksService } from './webhooks.js';

export interface WebhookRegistrationParts extends WebhookRouteParts {
  readonly hooks: Hooks;
  readonly webhooks: WebhooksService;
}

/** What the core itself brings of webhooks: routes, its own topics, and that old messages go when a process begins to serve. */
export function registerWebhooks(parts: WebhookRegistrationParts): void {
  const { hooks, webhooks } = parts;
  registerWebhookRoutes(parts);
  registerCoreTopics(webhooks);
  hooks.forOwner('core').addAction('host_serving', webhooks.sweep);
}
