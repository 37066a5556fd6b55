import type { OwnedHooks } from '../../../../hooks.js';
import type { OwnedWebhooks } from '../../../../webhooks.js';
import { isObject } from '../../domain/accepts.js';

/** Message body, sent as JSON. */
export type WebhookPayload = Readonly<Record<string, unknown>>;

declare module '../../../../index.js' {
  interface Filters {
    /**
     * Filters a webhook message before it is signed and sent. Permissions are not checked again: include only what
     * every receiver may know.
     */
    vendor_kb_webhook_payload(payload: WebhookPayload, topic: string): WebhookPayload;
  }
}

/** Defines the webhook hook. A failing callback is skipped. */
export function defineWebhookHooks({ define }: OwnedHooks): void {
  define('vendor_kb_webhook_payload', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isObject });
}

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
