import type { OwnedHooks } from '../../../../hooks.js';
import type { OwnedWebhooks } from '../../../../webhooks.js';
import type { WebhookPayload } from './webhook-hooks.js';

/** Applies plugins' payload filters to the webhook topics. */
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
          // Every topic's payload is an object.
          hooks.applyFilters('vendor_kb_webhook_payload', topic.payload(...announced) as WebhookPayload, topic.action),
      }),
  };
}
