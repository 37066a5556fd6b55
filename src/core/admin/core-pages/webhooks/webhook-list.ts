import type { DeliverySummary } from '../../../webhooks/deliveries.js';
import type { WebhookEndpoint } from '../../../webhooks/endpoints.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { type ListRow, listTable } from '../../list-table.js';
import type { CoreArea } from '../core-pages.js';
import { isRefused, pageOf } from '../credentials/parts.js';
import { PATH, page, stateBadge, type WebhookPagesParts } from './parts.js';
import { webhookFields, webhookOf, withFieldErrors } from './webhook-form.js';

/** Registers the list of webhooks and the form for a new one. */
export function registerWebhookList(area: CoreArea, parts: WebhookPagesParts): void {
  const { management, tickets } = parts;

  const createForm = (request: AdminRequest) =>
    adminForm(request, {
      action: 'create',
      page: PATH,
      fields: [tickets.field(), ...webhookFields(parts, request, null)],
      submit: request.strings.text('webhooks.create'),
      cancel: { label: request.strings.text('admin.cancel'), link: request.link(PATH) },
    });

  area.page({
    template: 'core/admin/tabbed',
    path: PATH,
    title: 'webhooks.title',
    icon: 'link',
    section: 'site',
    order: 45,
    heading: (_data, { strings, link }) => ({
      lead: strings.text('webhooks.lead'),
      actions: [{ label: strings.text('webhooks.add'), link: link(`${PATH}/add`), primary: true }],
    }),
    async load(request) {
      const comesBack = isRefused(request, 'create');
      return page(request, {
        table: comesBack ? null : await tableOf(parts, request),
        forms: comesBack ? [createForm(request)] : [],
      });
    },
    actions: {
      async create(request, form) {
        const { text } = request.strings;
        const created = await withFieldErrors(request, () =>
          tickets.once(request, form, () => management.create(request, webhookOf(form))),
        );
        return {
          secret: { title: text('webhooks.created'), label: text('webhooks.secret'), value: created.secret },
        };
      },
    },
  });

  area.page({
    template: 'core/admin/tabbed',
    path: `${PATH}/add`,
    title: 'webhooks.add',
    load: (request) => page(request, { forms: [createForm(request)] }),
  });
}

async function tableOf({ webhooks }: WebhookPagesParts, request: AdminRequest) {
  const { text } = request.strings;
  const query = listQuery(request);
  const [all, latest] = [await webhooks.endpoints.list(), await webhooks.deliveries.latest()];
  return listTable(request, query, {
    caption: text('webhooks.title'),
    columns: [
      { name: 'address', label: text('webhooks.address') },
      { name: 'topics', label: text('webhooks.topics') },
      { name: 'last', label: text('webhooks.last') },
    ],
    rows: pageOf(all, query).map((endpoint) => rowOf(request, endpoint, latest.get(endpoint.id) ?? null)),
    total: all.length,
    empty: {
      text: text('webhooks.none'),
      action: { label: text('webhooks.add'), link: request.link(`${PATH}/add`) },
    },
  });
}

function rowOf(request: AdminRequest, endpoint: WebhookEndpoint, last: DeliverySummary | null): ListRow {
  const { strings, link } = request;
  const { text, dateTime } = strings;
  const { id, url, description, topics, isActive } = endpoint;
  return {
    id,
    label: url,
    cells: {
      address: {
        text: url,
        link: link(`${PATH}/${id}`),
        ...(description === '' ? {} : { note: description }),
        badges: [
          ...(isActive ? [] : [{ text: text('webhooks.off'), kind: 'warning' as const }]),
          ...(isEncrypted(url) ? [] : [{ text: text('webhooks.unencrypted'), kind: 'warning' as const }]),
        ],
      },
      topics: text('webhooks.topic-count', { count: topics.length }),
      last: last
        ? { text: dateTime(last.attemptedAt ?? last.createdAt), badges: [stateBadge(last, request)] }
        : text('webhooks.never'),
    },
    actions: [
      { label: text('users.edit'), link: link(`${PATH}/${id}`) },
      { label: text('webhooks.messages'), link: link(`${PATH}/${id}/messages`) },
      { label: text('webhooks.delete'), link: link(`${PATH}/${id}/delete`), danger: true },
    ],
  };
}

export function isEncrypted(url: string): boolean {
  return new URL(url).protocol === 'https:';
}
