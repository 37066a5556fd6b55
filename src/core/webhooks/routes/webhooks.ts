import type { Database } from '../../database/database.js';
import type { Registry } from '../../rest/registry.js';
import { respond } from '../../rest/response.js';
import { DELETED } from '../../schema/deleted.js';
import type { Site } from '../../site.js';
import { localText } from '../../templates/strings.js';
import type { WebhookEndpoint } from '../endpoints.js';
import type { WebhookManagement } from '../webhook-management.js';
import { type Webhooks, webhookMissing } from '../webhooks.js';
import { registerDeliveryRoutes } from './deliveries.js';
import { ISSUED_WEBHOOK, NAMESPACE, TOPIC, WEBHOOK, WEBHOOK_ARGS, WRITABLE, webhookView } from './schemas.js';

export interface WebhookRouteParts {
  readonly registry: Registry;
  readonly webhooks: Webhooks;
  readonly management: WebhookManagement;
  readonly db: Database;
  readonly site: Site;
}

/** Registers routes to manage webhooks, for programs that subscribe themselves. */
export function registerWebhookRoutes(parts: WebhookRouteParts): void {
  const { registry, webhooks, management, site } = parts;
  const { endpoints } = webhooks;
  const common = { tags: ['webhooks'], permission: 'manage_webhooks' } as const;

  async function existing(id: number): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.get(id);
    if (!endpoint) throw webhookMissing();
    return endpoint;
  }

  registry.group(
    NAMESPACE,
    { path: '/webhooks', ...common },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'List webhooks',
        operationId: 'listWebhooks',
        returns: { type: 'array', items: WEBHOOK },
        handler: async () => (await endpoints.list()).map(webhookView),
      });
      endpoint({
        method: 'POST',
        summary: 'Create a webhook',
        description:
          'Events are sent to the URL from now on, at least once each. The secret that signs them is shown only in this response.',
        operationId: 'createWebhook',
        args: {
          ...WRITABLE,
          url: { ...WRITABLE.url, required: true },
          topics: { ...WRITABLE.topics, required: true },
          active: { ...WRITABLE.active, default: true },
        },
        returns: ISSUED_WEBHOOK,
        successStatus: 201,
        async handler(request) {
          const { active, ...input } = request.args;
          const created = await management.create(request, { ...input, isActive: active });
          const headers = { Location: site.url(`${site.root}/${NAMESPACE}/webhooks/${created.id}`) };
          return respond({ ...webhookView(created), secret: created.secret }, { status: 201, headers });
        },
      });
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'GET',
      path: '/webhooks/topics',
      summary: 'List webhook topics',
      operationId: 'listWebhookTopics',
      returns: { type: 'array', items: TOPIC },
      handler: () => webhooks.topics().map((topic) => ({ ...topic, title: localText(topic.title, site.locale) })),
    },
    'core',
  );

  registry.group(
    NAMESPACE,
    { path: '/webhooks/{id}', ...common, args: WEBHOOK_ARGS },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Read a webhook',
        operationId: 'getWebhook',
        returns: WEBHOOK,
        handler: async ({ args }) => webhookView(await existing(args.id)),
      });
      endpoint({
        method: ['PUT', 'PATCH'],
        summary: 'Change a webhook',
        description: 'Absent fields stay unchanged. Waiting messages are sent to the new URL.',
        operationId: 'updateWebhook',
        args: WRITABLE,
        returns: WEBHOOK,
        async handler(request) {
          const { id, active, ...changes } = request.args;
          return webhookView(await management.update(request, id, { ...changes, isActive: active }));
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Delete a webhook',
        description: 'Also deletes its messages.',
        operationId: 'deleteWebhook',
        returns: DELETED,
        async handler(request) {
          const previous = await management.delete(request, request.args.id);
          return { deleted: true, previous: webhookView(previous) };
        },
      });
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'POST',
      path: '/webhooks/{id}/rotate-secret',
      summary: 'Replace the secret of a webhook',
      description:
        'Takes effect immediately, also for waiting messages. Messages that the receiver rejects in the meantime are retried.',
      operationId: 'rotateWebhookSecret',
      args: WEBHOOK_ARGS,
      returns: ISSUED_WEBHOOK,
      async handler(request) {
        const rotated = await management.rotateSecret(request, request.args.id);
        return { ...webhookView(rotated), secret: rotated.secret };
      },
    },
    'core',
  );

  registerDeliveryRoutes(parts, parts);
}
