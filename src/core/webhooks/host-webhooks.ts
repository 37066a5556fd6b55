import type { AuthEvents } from '../identity/auth-events.js';
import type { Schedules } from '../services/schedule/schedule.js';
import { registerCoreTopics } from './core-topics.js';
import { registerWebhookRoutes, type WebhookRouteParts } from './routes/webhooks.js';
import { createWebhookManagement } from './webhook-management.js';
import { createWebhooks, type WebhooksParts, type WebhooksService } from './webhooks.js';

export interface HostWebhooksParts
  extends Pick<WebhooksParts, 'db' | 'jobs' | 'outbox' | 'secretBox' | 'versions'>,
    Pick<WebhookRouteParts, 'registry' | 'site'> {
  readonly config: { readonly webhooks?: { readonly allowPrivate?: boolean } };
  readonly schedules: Schedules;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}

/** Creates the webhooks of a host: routes, core topics and the nightly deletion of old deliveries. */
export function createHostWebhooks(parts: HostWebhooksParts): WebhooksService {
  const { allowPrivate = false } = parts.config.webhooks ?? {};
  const webhooks = createWebhooks({ ...parts, allowPrivate });
  const management = createWebhookManagement({ ...webhooks, authEvents: parts.authEvents });
  registerWebhookRoutes({ ...parts, webhooks, management });
  registerCoreTopics(webhooks);
  parts.schedules.add(
    {
      name: 'core_forget_webhook_messages',
      title: 'Delete old webhook messages',
      cron: '47 3 * * *',
      run: webhooks.sweep,
    },
    'core',
  );
  return webhooks;
}
