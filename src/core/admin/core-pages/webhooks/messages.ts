import { HostError } from '../../../errors.js';
import { type DeliverySummary, deliveryList, type WebhookDelivery } from '../../../webhooks/deliveries.js';
import { adminList } from '../../admin-list.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import { formError } from '../../submitted-form.js';
import type { AdminTabbedData } from '../../template-data.js';
import type { CoreArea } from '../core-pages.js';
import { endpointOf, PATH, page, stateBadge, tabsOfOne, topicName, type WebhookPagesParts } from './parts.js';

const LIST = `${PATH}/{webhook}/messages` as const;

/** Registers the pages of a webhook's deliveries and their results. */
export function registerMessagePages(area: CoreArea, parts: WebhookPagesParts): void {
  const { webhooks } = parts;
  const list = adminList(deliveryList, parts, {
    path: LIST,
    caption: 'webhooks.messages',
    columns: {
      topic: ({ id, endpointId, topic }, { request }) => ({
        text: topicName(topic, request),
        link: request.link(`${PATH}/${endpointId}/messages/${id}`),
      }),
      status: (delivery, { request }) => ({ text: '', badges: [stateBadge(delivery, request)] }),
      response_status: (delivery, { request }) => ({
        text: responseOf(request, delivery),
        ...(delivery.error === null ? {} : { note: delivery.error }),
      }),
      attempts: true,
      created_at: true,
    },
    row: ({ id, topic, createdAt }, { request }) => ({
      id,
      label: `${topicName(topic, request)}, ${request.strings.dateTime(createdAt)}`,
    }),
    narrow: ({ params }, values) => ({ ...values, endpoint: Number(params.webhook) }),
    empty: 'webhooks.messages-none',
  });

  async function deliveryOf(request: AdminRequest<'webhook' | 'message'>): Promise<WebhookDelivery> {
    const { id } = await endpointOf(parts, request);
    const number = Number(request.params.message);
    const delivery = Number.isSafeInteger(number) ? await webhooks.deliveries.get(number) : null;
    if (delivery?.endpointId === id) return delivery;
    throw new HostError('webhook_missing', request.strings.text('webhooks.message-gone'), { status: 404 });
  }

  area.page({
    path: LIST,
    title: 'webhooks.messages',
    lead: 'webhooks.messages-lead',
    async load(request) {
      const endpoint = await endpointOf(parts, request);
      return { ...(await list.page(request)), ...tabsOfOne(request, endpoint, 'messages') };
    },
  });

  area.page({
    template: 'core/admin/tabbed',
    path: `${LIST}/{message}`,
    title: 'webhooks.message',
    async load(request) {
      const delivery = await deliveryOf(request);
      const { text } = request.strings;
      return page(request, {
        ...tabsOfOne(request, await endpointOf(parts, request), 'messages'),
        definitions: definitionsOf(request, delivery),
        forms: [adminForm(request, { action: 'redeliver', fields: [], submit: text('webhooks.redeliver') })],
      });
    },
    actions: {
      async redeliver(request) {
        const { text } = request.strings;
        const { id } = await deliveryOf(request);
        try {
          await webhooks.redeliver(id);
        } catch (error) {
          const isOff = error instanceof HostError && error.code === 'webhook_switched_off';
          throw isOff ? formError({}, text('webhooks.off-first')) : error;
        }
        return { notice: text('webhooks.redelivered') };
      },
    },
  });
}

function responseOf({ strings }: AdminRequest, { responseStatus, attempts }: DeliverySummary): string {
  if (responseStatus !== null) return String(responseStatus);
  return attempts === 0 ? '–' : strings.text('webhooks.no-answer');
}

function definitionsOf(request: AdminRequest, delivery: WebhookDelivery): AdminTabbedData['definitions'] {
  const { text, dateTime, number } = request.strings;
  const { topic, eventId, attempts, createdAt, attemptedAt, duration, error, responseBody, body } = delivery;
  return [
    { term: text('webhooks.topic'), text: topicName(topic, request) },
    { term: text('webhooks.state'), text: stateBadge(delivery, request).text },
    { term: text('webhooks.attempts'), text: number(attempts) },
    { term: text('webhooks.when'), text: dateTime(createdAt) },
    ...(attemptedAt === null ? [] : [{ term: text('webhooks.attempted'), text: dateTime(attemptedAt) }]),
    ...(duration === null ? [] : [{ term: text('webhooks.duration'), text: `${number(duration)} ms` }]),
    { term: text('webhooks.answer'), text: responseOf(request, delivery) },
    ...(error === null ? [] : [{ term: text('webhooks.error'), text: error }]),
    ...(responseBody ? [{ term: text('webhooks.answer-body'), text: responseBody }] : []),
    { term: text('webhooks.event-id'), text: eventId },
    { term: text('webhooks.message'), text: indented(body) },
  ];
}

/** Formats the body for display. It is sent without whitespace. */
function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
