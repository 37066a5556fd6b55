import { originOf } from '../accounts/routes/route-parts.js';
import type { Actor } from '../accounts/user-management.js';
import type { AuthEventName, AuthEvents } from '../identity/auth-events.js';
import type { EndpointChanges, EndpointInput, WebhookEndpoint, WebhookEndpoints } from './endpoints.js';

/** The user who changes a webhook through a page or route. Null in a terminal. */
export type WebhookActor = Omit<Actor, 'can'> | null;

/**
 * Webhook changes made by people, with an audit log of endpoints but never of their secrets. The caller checks
 * `manage_webhooks`. Methods throw like those of `WebhookEndpoints`.
 */
export interface WebhookManagement {
  create(actor: WebhookActor, input: EndpointInput): Promise<WebhookEndpoint>;
  update(actor: WebhookActor, id: number, changes: EndpointChanges): Promise<WebhookEndpoint>;
  rotateSecret(actor: WebhookActor, id: number): Promise<WebhookEndpoint>;
  /** @returns the deleted endpoint */
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

/** Only the host is logged: path and query may contain credentials. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
