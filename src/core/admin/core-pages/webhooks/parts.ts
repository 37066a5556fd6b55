import { HostError } from '../../../errors.js';
import type { WebhookDelivery } from '../../../webhooks/deliveries.js';
import type { WebhookEndpoint } from '../../../webhooks/endpoints.js';
import { TEST_TOPIC } from '../../../webhooks/topics.js';
import type { WebhookManagement } from '../../../webhooks/webhook-management.js';
import type { AdminRequest } from '../../admin-page.js';
import type { FormTickets } from '../../form-tickets.js';
import type { BadgeKind } from '../../list-table.js';
import type { AreaData } from '../../plugin-area.js';
import type { AdminTabbedData } from '../../template-data.js';
import type { CorePagesParts } from '../core-pages.js';

export const PATH = '/webhooks';
export const ACTIONS_PATH = `${PATH}/actions`;

export interface WebhookPagesParts extends Pick<CorePagesParts, 'db' | 'outbox' | 'site' | 'webhooks'> {
  readonly tickets: FormTickets;
  readonly management: WebhookManagement;
}

export function page({ strings }: AdminRequest, data: Partial<AdminTabbedData>): AreaData<AdminTabbedData> {
  return { strings, definitions: [], table: null, forms: [], links: [], ...data };
}

/** Tabs for a webhook and its deliveries. */
export function tabsOfOne(
  { strings, link }: AdminRequest,
  { id, url }: WebhookEndpoint,
  current: 'settings' | 'messages',
): Pick<AdminTabbedData, 'tabs' | 'tabsLabel'> {
  const tab = (name: typeof current, to: string) => ({
    label: strings.text(`webhooks.${name}`),
    link: link(to),
    current: name === current,
  });
  return {
    tabs: [tab('settings', `${PATH}/${id}`), tab('messages', `${PATH}/${id}/messages`)],
    tabsLabel: url,
  };
}

/** Returns the webhook that the URL names. @throws HostError `webhook_missing` (404) */
export async function endpointOf(
  { webhooks }: Pick<WebhookPagesParts, 'webhooks'>,
  { params, strings }: AdminRequest<'webhook'>,
): Promise<WebhookEndpoint> {
  const id = Number(params.webhook);
  const endpoint = Number.isSafeInteger(id) ? await webhooks.endpoints.get(id) : null;
  if (endpoint) return endpoint;
  throw new HostError('webhook_missing', strings.text('webhooks.gone'), { status: 404 });
}

export function stateBadge(
  { status }: Pick<WebhookDelivery, 'status'>,
  { strings }: AdminRequest,
): { readonly text: string; readonly kind: BadgeKind } {
  const kinds = { waiting: 'neutral', delivered: 'good', failed: 'bad' } as const;
  return { text: strings.text(`webhooks.${status}`), kind: kinds[status] };
}

export function topicName(topic: string, { strings }: AdminRequest): string {
  return topic === TEST_TOPIC ? strings.text('webhooks.topic-test') : topic;
}
