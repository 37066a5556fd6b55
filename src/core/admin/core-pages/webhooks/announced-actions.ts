import { HostError } from '../../../errors.js';
import type { OutboxEvent } from '../../../outbox/event-store.js';
import type { AdminRequest } from '../../admin-page.js';
import { listQuery } from '../../list-query.js';
import { type ListRow, listTable } from '../../list-table.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';
import type { CoreArea } from '../core-pages.js';
import { pageOf } from '../credentials/parts.js';
import { ACTIONS_PATH, page, type WebhookPagesParts } from './parts.js';

/** Registers the page of outbox events that have not been delivered, with actions to retry or discard them. */
export function registerAnnouncedActions(area: CoreArea, { outbox }: Pick<WebhookPagesParts, 'outbox'>): void {
  area.page({
    template: 'core/admin/tabbed',
    path: ACTIONS_PATH,
    title: 'webhooks.actions',
    capability: 'manage_options',
    lead: 'webhooks.actions-lead',
    load: async (request) => page(request, { table: tableOf(request, await outbox.list()) }),
    actions: { bulk: (request, form) => bulk(request, form) },
  });

  area.notice(async ({ strings, link, can }) => {
    const count = (await can('manage_options'))
      ? (await outbox.list()).filter(({ state }) => state === 'failed').length
      : 0;
    if (count === 0) return null;
    return {
      kind: 'warning',
      text: strings.text('webhooks.failing', { count }),
      link: { label: strings.text('webhooks.actions'), link: link(ACTIONS_PATH) },
    };
  });

  async function bulk({ strings }: AdminRequest, form: SubmittedForm) {
    const ids = form.list('ids');
    const choice = CHOICES.find((each) => each === form.text('bulk'));
    if (ids.length === 0 || !choice) throw formError({}, strings.text('admin.bulk-none'));
    let count = 0;
    for (const id of ids) if (await isDone(() => outbox[choice](id))) count += 1;
    return { notice: strings.text(`webhooks.actions-${choice === 'retry' ? 'retried' : 'discarded'}`, { count }) };
  }
}

const CHOICES = ['retry', 'discard'] as const;

/** Whether the action succeeded. An event that someone else has just handled no longer exists. */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof HostError && error.code === 'outbox_event_missing') return false;
    throw error;
  }
}

function tableOf(request: AdminRequest, events: readonly OutboxEvent[]) {
  const { text } = request.strings;
  const query = listQuery(request, { perPage: 50 });
  return listTable(request, query, {
    caption: text('webhooks.actions'),
    columns: [
      { name: 'action', label: text('webhooks.action') },
      { name: 'state', label: text('webhooks.state') },
      { name: 'attempts', label: text('webhooks.attempts'), numeric: true },
      { name: 'when', label: text('webhooks.when') },
    ],
    rows: pageOf(events, query).map((event) => rowOf(request, event)),
    total: events.length,
    bulk: {
      action: 'bulk',
      options: CHOICES.map((value) => ({ value, label: text(`webhooks.action-${value}`) })),
    },
    empty: { text: text('webhooks.actions-none') },
  });
}

function rowOf({ strings }: AdminRequest, { eventId, topic, state, attempts, error, createdAt }: OutboxEvent): ListRow {
  const kind = state === 'failed' ? 'bad' : 'neutral';
  return {
    id: eventId,
    label: `${topic}, ${strings.dateTime(createdAt)}`,
    selectable: state === 'failed',
    cells: {
      action: { text: topic, ...(error === null ? {} : { note: error }) },
      state: { text: '', badges: [{ text: strings.text(`webhooks.${state}`), kind }] },
      attempts,
      when: strings.dateTime(createdAt),
    },
  };
}
