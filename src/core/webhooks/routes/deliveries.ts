import type { ListContext } from '../../resource/values.js';
import { listRoute } from '../../rest/resource-routes.js';
import { respond } from '../../rest/response.js';
import { deliveryList, type WebhookDelivery } from '../deliveries.js';
import { webhookMissing } from '../webhooks.js';
import { DELIVERY_ARGS, NAMESPACE, WEBHOOK_ARGS, WHOLE_DELIVERY, wholeDeliveryView } from './schemas.js';
import type { WebhookRouteParts } from './webhooks.js';

/** Registers routes to list, read, test and resend the deliveries of a webhook. */
export function registerDeliveryRoutes(
  { registry, webhooks }: Pick<WebhookRouteParts, 'registry' | 'webhooks'>,
  context: ListContext,
): void {
  const { deliveries, endpoints } = webhooks;
  const common = { tags: ['webhooks'], permission: 'manage_webhooks' } as const;

  async function existing(args: { readonly id: number; readonly delivery: number }): Promise<WebhookDelivery> {
    const delivery = await deliveries.get(args.delivery);
    if (delivery?.endpointId !== args.id) throw webhookMissing();
    return delivery;
  }

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'POST',
      path: '/webhooks/{id}/test',
      summary: 'Test a webhook',
      description: 'Sends a sample once, also to a disabled webhook, and returns the result.',
      operationId: 'testWebhook',
      args: WEBHOOK_ARGS,
      returns: WHOLE_DELIVERY,
      async handler({ args: { id } }) {
        const delivery = await deliveries.get(await webhooks.test(id));
        // The webhook was deleted during the test.
        if (!delivery) throw webhookMissing();
        return wholeDeliveryView(delivery);
      },
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    listRoute(deliveryList, context, {
      ...common,
      path: '/webhooks/{id}/deliveries',
      summary: 'List the messages of a webhook',
      description: 'Messages of the last 30 days, newest first.',
      operationId: 'listWebhookDeliveries',
      args: WEBHOOK_ARGS,
      perPage: 10,
      async narrow({ args }, values) {
        const endpoint = await endpoints.get(Number(args.id));
        if (!endpoint) throw webhookMissing();
        return { ...values, endpoint: endpoint.id };
      },
    }),
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'GET',
      path: '/webhooks/{id}/deliveries/{delivery}',
      summary: 'Read a message of a webhook',
      operationId: 'getWebhookDelivery',
      args: DELIVERY_ARGS,
      returns: WHOLE_DELIVERY,
      handler: async ({ args }) => wholeDeliveryView(await existing(args)),
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'POST',
      path: '/webhooks/{id}/deliveries/{delivery}/redeliver',
      summary: 'Resend a message of a webhook',
      description: 'Sends the same ID and body in the background. The message has the result.',
      operationId: 'redeliverWebhookMessage',
      args: DELIVERY_ARGS,
      returns: WHOLE_DELIVERY,
      successStatus: 202,
      async handler({ args }) {
        const { id } = await existing(args);
        await webhooks.redeliver(id);
        return respond(wholeDeliveryView(await existing(args)), { status: 202 });
      },
    },
    'core',
  );
}
