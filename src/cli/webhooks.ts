import type { CommandContext, CommandDefinitions, Row } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import { commandRow, listCommand } from '../core/resource/command.js';
import { localText } from '../core/templates/strings.js';
import { deliveryList } from '../core/webhooks/deliveries.js';
import type { WebhookEndpoint } from '../core/webhooks/endpoints.js';
import { createWebhookManagement } from '../core/webhooks/webhook-management.js';
import { webhookMissing } from '../core/webhooks/webhooks.js';

const WEBHOOK = [{ name: 'id', description: 'ID, as in "webhooks list"' }] as const;

const COLUMNS = ['id', 'url', 'topics', 'active', 'last_status', 'last_at'];
/** Commands of `mortise webhooks`. */
export function webhookCommands(host: Host): CommandDefinitions {
  const { webhooks, site } = host;
  const management = createWebhookManagement({ ...webhooks, authEvents: host.authEvents });

  async function endpointOf({ args }: CommandContext): Promise<WebhookEndpoint> {
    const id = Number(args.id);
    const endpoint = Number.isSafeInteger(id) ? await webhooks.endpoints.get(id) : null;
    if (!endpoint) throw webhookMissing();
    return endpoint;
  }

  return {
    'webhooks list': {
      summary: 'List webhooks with the result of the last message',
      async run({ output }) {
        const latest = await webhooks.deliveries.latest();
        const rows = (await webhooks.endpoints.list()).map((endpoint) => {
          const last = latest.get(endpoint.id);
          return {
            ...rowOf(endpoint),
            last_status: last?.status ?? null,
            last_at: last?.createdAt.toISOString() ?? null,
          };
        });
        output.rows(rows, COLUMNS);
      },
    },
    'webhooks topics': {
      summary: 'List webhook topics',
      async run({ output }) {
        const rows = webhooks.topics().map(({ name, title, owner }) => ({
          name,
          title: localText(title, site.locale),
          owner,
        }));
        output.rows(rows, ['name', 'title', 'owner']);
      },
    },
    'webhooks create': {
      summary: 'Create a webhook. Its secret is shown once',
      arguments: [{ name: 'url', description: 'URL that messages are sent to' }],
      options: [
        { flags: '--topic <names...>', description: 'topics, as in "webhooks topics"' },
        { flags: '--description <text>', description: 'label of the receiver' },
      ],
      async run({ args, options, output }) {
        const endpoint = await management.create(null, {
          url: args.url ?? '',
          topics: listOf(options.topic),
          ...(typeof options.description === 'string' ? { description: options.description } : {}),
        });
        output.record({ ...rowOf(endpoint), secret: endpoint.secret });
        if (endpoint.url.startsWith('http:')) output.warn('Messages to this URL are not encrypted. Use https.');
      },
    },
    'webhooks test': {
      summary: 'Send a sample to a webhook and show the response; exit code 1 if it is not accepted',
      arguments: WEBHOOK,
      async run(context) {
        const { id } = await endpointOf(context);
        const delivery = await webhooks.deliveries.get(await webhooks.test(id));
        if (!delivery) throw webhookMissing();
        context.output.record({
          ...commandRow(deliveryList, delivery),
          duration_ms: delivery.duration,
          answer_body: delivery.responseBody,
        });
        return delivery.status === 'delivered' ? 0 : 1;
      },
    },
    'webhooks deliveries': listCommand(deliveryList, host, {
      summary: 'List messages of a webhook of the last 30 days, newest first',
      arguments: WEBHOOK,
      columns: ['id', 'topic', 'status', 'attempts', 'answer', 'created', 'error'],
      narrow: async (context, values) => ({ ...values, endpoint: (await endpointOf(context)).id }),
    }),
    'webhooks delete': {
      summary: 'Delete a webhook with its messages',
      arguments: WEBHOOK,
      async run(context) {
        const { id, url } = await endpointOf(context);
        await context.confirm(`Delete the webhook ${url}?`);
        await management.delete(null, id);
        context.output.note(`Webhook ${id} deleted.`);
      },
    },
  };
}

function rowOf({ id, url, description, topics, isActive, createdAt }: WebhookEndpoint): Row {
  return { id, url, description, topics: topics.join(' '), active: isActive, created: createdAt.toISOString() };
}

/** Parses an option with several values, also separated by commas or spaces. */
function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => String(each).split(/[\s,]+/)).filter(Boolean) : [];
}
