import type { Hooks } from '../../hooks/hooks.js';
import type { WebhooksService } from './webhooks.js';

export interface WebhookRegistrationParts {
  readonly hooks: Hooks;
  readonly webhooks: WebhooksService;
}

/** What the core itself does with webhooks: old messages are forgotten when a process begins to serve. */
export function registerWebhooks({ hooks, webhooks }: WebhookRegistrationParts): void {
  hooks.forOwner('core').addAction('host_serving', webhooks.sweep);
}
