import type { OwnedHooks, OwnedWebhooks } from '../../index.js';
import type { WebhookPayload } from './hooks/webhook-hooks.js';

/** Has plugins add to what the topics of the knowledge base say. */
export function filteredTopics({
  hooks,
  webhooks,
}: {
  readonly hooks: Pick<OwnedHooks, 'applyFilters'>;
  readonly webhooks: OwnedWebhooks;
}): OwnedWebhooks {
  return {
    topic: (topic) =>
      webhooks.topic({
        ...topic,
        payload: (...announced) =>
          // Every topic of ours says an object.
          hooks.applyFilters('vendor_kb_webhook_payload', topic.payload(...announced) as WebhookPayload, topic.action),
      }),
  };
}
