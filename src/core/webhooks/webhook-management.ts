import { originOf } from '../accounts/routes/route-parts.js';
import type { Actor } from '../accounts/user-management.js';
import type { AuthEventName, AuthEvents } from '../identity/auth-events.js';
import type { EndpointChanges, EndpointInput, WebhookEndpoint, WebhookEndpoints } from './endpoints.js';

/** Who changes a webhook: a request for a page or a route; null at a terminal. */
export type WebhookActor = Omit<Actor, 'can'> | null;

/**
 * Webhooks as people change them, with what the audit log gets to know: an address that is told what happens here, and
 * never its secret. That the actor has `manage_webhooks` is asked before. Methods throw as those of `WebhookEndpoints`.
 */
export interface WebhookManagement {
  create(actor: WebhookActor, input: EndpointInput): Promise<WebhookEndpoint>;
  update(actor: WebhookActor, id: number, changes: EndpointChanges): Promise<WebhookEndpoint>;
  rotateSecret(actor: WebhookActor, id: number): Promise<WebhookEndpoint>;
  /** @returns what it was */
  delete(actor: WebhookActor, id: number): Promise<WebhookEndpoint>;
}

export function createWebhookManagement({
  endpoints,
  authEvents,
}: {
  readonly endpoints: Pick<WebhookEndpoints, 'create' | 'update' | 'rotateSecret' | 'delete'>;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}): WebhookManagement {
  async function recorded(actor: WebhookActor, event: AuthEventName, endpoint: WebhookEndpoint) {
    const { id, url, topics, isActive } = endpoint;
    const detail = { name: hostOf(url), webhook: id, topics, active: isActive };
    await authEvents.record({ event, ...(actor ? originOf(actor) : {}), detail });
    return endpoint;
  }

  return {
    create: async (actor, input) => recorded(actor, 'webhook_created', await endpoints.create(input)),
    update: async (actor, id, changes) => recorded(actor, 'webhook_updated', await endpoints.update(id, changes)),
    rotateSecret: async (actor, id) => recorded(actor, 'webhook_rotated', await endpoints.rotateSecret(id)),
    delete: async (actor, id) => recorded(actor, 'webhook_deleted', await endpoints.delete(id)),
  };
}

/** Not the whole address: its path and query may hold what lets somebody in there. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
