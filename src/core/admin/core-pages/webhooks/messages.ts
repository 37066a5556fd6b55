import { HostError } from '../../../errors.js';
import { DELIVERY_STATUSES, type DeliverySummary, type WebhookDelivery } from '../../../webhooks/deliveries.js';
import type { WebhookEndpoint } from '../../../webhooks/endpoints.js';
import type { AdminRequest } from '../../admin-page.js';
import { coreText } from '../../core-text.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { type ListRow, listTable } from '../../list-table.js';
import type { OwnedAdmin } from '../../registry.js';
import { formError } from '../../submitted-form.js';
import type { AdminTabbedData } from '../../template-data.js';
import { COMMON, endpointOf, PATH, page, stateBadge, tabsOfOne, topicName, type WebhookPagesParts } from './parts.js';

const LIST = `${PATH}/{webhook}/messages` as const;

/** Registers the pages of a webhook's deliveries and their results. */
export function registerMessagePages(own: OwnedAdmin, parts: WebhookPagesParts): void {
  const { webhooks } = parts;

  async function deliveryOf(request: AdminRequest<'webhook' | 'message'>): Promise<WebhookDelivery> {
    const { id } = await endpointOf(parts, request);
    const number = Number(request.params.message);
    const delivery = Number.isSafeInteger(number) ? await webhooks.deliveries.get(number) : null;
    if (delivery?.endpointId === id) return delivery;
    throw new HostError('webhook_missing', request.strings.text('webhooks.message-gone'), { status: 404 });
  }

  own.page({
    ...COMMON,
    path: LIST,
    parent: PATH,
    title: coreText('webhooks.messages'),
    heading: (_data, { strings }) => ({ lead: strings.text('webhooks.messages-lead') }),
    async load(request) {
      const endpoint = await endpointOf(parts, request);
      return page(request, {
        ...tabsOfOne(request, endpoint, 'messages'),
        table: await tableOf(parts, request, endpoint),
      });
    },
  });

  own.page({
    ...COMMON,
    path: `${LIST}/{message}`,
    parent: PATH,
    title: coreText('webhooks.message'),
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

async function tableOf({ webhooks }: WebhookPagesParts, request: AdminRequest, { id, topics }: WebhookEndpoint) {
  const { text } = request.strings;
  const query = listQuery(request, { filters: { status: DELIVERY_STATUSES } });
  const status = DELIVERY_STATUSES.find((each) => each === query.filters.status);
  const { items, total } = await webhooks.deliveries.list({
    endpointId: id,
    status,
    page: query.page,
    perPage: query.perPage,
  });
  return listTable(request, query, {
    caption: text('webhooks.messages'),
    columns: [
      { name: 'topic', label: text('webhooks.topic') },
      { name: 'state', label: text('webhooks.state') },
      { name: 'answer', label: text('webhooks.answer') },
      { name: 'attempts', label: text('webhooks.attempts'), numeric: true },
      { name: 'when', label: text('webhooks.when') },
    ],
    rows: items.map((item) => rowOf(request, item)),
    total,
    ...(topics.length === 0 && total === 0
      ? {}
      : {
          filters: [
            {
              name: 'status',
              label: text('webhooks.state'),
              all: text('webhooks.all-states'),
              options: DELIVERY_STATUSES.map((value) => ({ value, label: text(`webhooks.${value}`) })),
            },
          ],
        }),
    empty: { text: text('webhooks.messages-none') },
  });
}

function rowOf(request: AdminRequest, delivery: DeliverySummary): ListRow {
  const { strings, link } = request;
  const { id, endpointId, topic, attempts, createdAt, error } = delivery;
  const to = link(`${PATH}/${endpointId}/messages/${id}`);
  const name = topicName(topic, request);
  const { text: state, kind } = stateBadge(delivery, request);
  return {
    id,
    label: `${name}, ${strings.dateTime(createdAt)}`,
    cells: {
      topic: { text: name, link: to },
      state: { text: '', badges: [{ text: state, kind }] },
      answer: { text: answerOf(request, delivery), ...(error === null ? {} : { note: error }) },
      attempts,
      when: strings.dateTime(createdAt),
    },
    actions: [],
  };
}

function answerOf({ strings }: AdminRequest, { responseStatus, attempts }: DeliverySummary): string {
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
    { term: text('webhooks.answer'), text: answerOf(request, delivery) },
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
