import { type AdminRequest, adminList, pagePart } from '../../../../admin.js';
import { createCalendar } from '../../../../calendar.js';
import type { PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Bank } from '../../bank.js';
import { dayText } from '../../labels.js';
import { leftOf } from '../../receivables/order.js';
import { receivableList } from '../../receivables/receivable-list.js';
import { adminTexts, BANK_PAGE, pageOf, titleOf } from '../frame.js';
import { NEW_RECEIVABLE_PATH, OVERVIEW_PATH, RECEIVABLES_PATH, receivablePath } from '../paths.js';
import { badgesOf } from './labels.js';

type Parts = Pick<Bank, 'matching' | 'now'>;

/** Registers the list of receivables. */
export function registerReceivableList(
  context: Pick<PluginContext, 'admin' | 'db' | 'site'>,
  { matching, now }: Parts,
): void {
  const { admin, site } = context;
  const calendar = createCalendar(site.timezone);
  const add = (request: AdminRequest) => ({
    label: adminTexts(site).text('receivables.add'),
    link: request.link(NEW_RECEIVABLE_PATH),
  });
  const list = adminList(receivableList, context, {
    path: RECEIVABLES_PATH,
    texts: () => adminTexts(site),
    caption: 'admin.receivables',
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
    empty: (request) => ({ text: adminTexts(site).text('receivables.none'), action: add(request) }),
    inputs: { due_to: { name: 'due' } },
  });

  admin.page({
    ...BANK_PAGE,
    path: RECEIVABLES_PATH,
    title: titleOf(site, 'admin.receivables'),
    parent: OVERVIEW_PATH,
    async load(request) {
      const texts = adminTexts(site);
      const { text } = texts;
      const { table, notices } = await list.load(request);
      return pageOf(request, texts, RECEIVABLES_PATH, {
        notices: [
          ...((await matching.orders.areReceivables())
            ? []
            : [{ kind: 'info' as const, text: text('receivables.other-provider') }]),
          ...notices,
        ],
        sections: [pagePart({ table })],
      });
    },
    heading: (_data, request) => ({
      lead: adminTexts(site).text('receivables.lead'),
      actions: [{ ...add(request), primary: true }],
    }),
  });
}
