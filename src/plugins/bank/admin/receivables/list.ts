import type { AdminRequest } from '../../../../admin.js';
import { createCalendar } from '../../../../calendar.js';
import type { PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Bank } from '../../bank.js';
import { dayText } from '../../labels.js';
import { leftOf } from '../../receivables/order.js';
import { receivableList } from '../../receivables/receivable-list.js';
import { type BankArea, NEW_RECEIVABLE_PATH, RECEIVABLES_PATH, receivablePath } from '../paths.js';
import { badgesOf } from './labels.js';

type Parts = Pick<Bank, 'matching' | 'now'>;

/** Registers the list of receivables. */
export function registerReceivableList(area: BankArea, site: PluginContext['site'], { matching, now }: Parts): void {
  const calendar = createCalendar(site.timezone);
  const add = (request: AdminRequest) => ({
    label: area.texts().text('receivables.add'),
    link: request.link(NEW_RECEIVABLE_PATH),
  });
  area.list(receivableList, {
    path: RECEIVABLES_PATH,
    title: 'admin.receivables',
    lead: 'receivables.lead',
    heading: (_data, request) => ({ actions: [{ ...add(request), primary: true }] }),
    async load({ texts: { text } }) {
      if (await matching.orders.areReceivables()) return {};
      return { notices: [{ kind: 'info', text: text('receivables.other-provider') }] };
    },
    columns: {
      reference: ({ id, reference, customer }, { request }) => ({
        text: reference,
        link: request.link(receivablePath(id)),
        ...(customer !== '' && { note: customer }),
      }),
      due_on: ({ dueOn }, { texts }) => (dueOn === null ? '–' : dayText(dueOn, texts.locale)),
      status: (receivable, { texts }) => ({
        text: '',
        badges: badgesOf(receivable, calendar.dayOf(now()), texts),
      }),
      amount_due: true,
      amount_left: (receivable, { texts }) =>
        receivable.status === 'cancelled' ? '–' : moneyText(leftOf(receivable), receivable.currency, texts.locale),
    },
    row: ({ id, reference }) => ({ id, label: reference }),
    empty: (request) => ({ text: area.texts().text('receivables.none'), action: add(request) }),
    inputs: { due_to: { name: 'due' } },
  });
}
