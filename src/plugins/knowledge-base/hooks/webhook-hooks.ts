import type { OwnedHooks } from '../../../index.js';
import { isObject } from './accepts.js';

/** What a message says: JSON. */
export type WebhookPayload = Readonly<Record<string, unknown>>;

declare module '../../../index.js' {
  interface Filters {
    /**
     * What other machines are told of the knowledge base, before it is signed and sent: add to it what your receivers
     * need. Nobody asks again who may know it, so leave out what not everybody may.
     */
    vendor_kb_webhook_payload(payload: WebhookPayload, topic: string): WebhookPayload;
  }
}

/** Adds to messages; a callback that fails is left out. */
export function defineWebhookHooks({ define }: OwnedHooks): void {
  define('vendor_kb_webhook_payload', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isObject });
}
