import { type AdminRequest, type ListTableData, listQuery, listTable, pagePart } from '../../../../admin.js';
import { createCalendar, isDay } from '../../../../calendar.js';
import type { PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { dayText } from '../../labels.js';
import { leftOf, ORDER_STATUSES } from '../../receivables/order.js';
import { adminTexts, BANK_PAGE, pageOf, titleOf } from '../frame.js';
import { NEW_RECEIVABLE_PATH, OVERVIEW_PATH, RECEIVABLES_PATH, receivablePath } from '../paths.js';
import { badgesOf } from './labels.js';

type Parts = Pick<Bank, 'matching' | 'now' | 'receivables'>;

/** Registers the list of receivables. */
export function registerReceivableList({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, parts: Parts): void {
  const calendar = createCalendar(site.timezone);
  admin.page({
    ...BANK_PAGE,
    path: RECEIVABLES_PATH,
    title: titleOf(site, 'admin.receivables'),
    parent: OVERVIEW_PATH,
    async load(request) {
      const texts = adminTexts(site);
      const { text } = texts;
      const today = calendar.dayOf(parts.now());
      const { table, faults } = await tableOf(parts, request, today, texts);
      return pageOf(request, texts, RECEIVABLES_PATH, {
        notices: [
          ...((await parts.matching.orders.areReceivables())
            ? []
            : [{ kind: 'info' as const, text: text('receivables.other-provider') }]),
          ...faults.map((fault) => ({ kind: 'error' as const, text: fault })),
        ],
        sections: [pagePart({ table })],
      });
    },
    heading: (_data, { link }) => {
      const { text } = adminTexts(site);
      const actions = [{ label: text('receivables.add'), link: link(NEW_RECEIVABLE_PATH), primary: true }];
      return { lead: text('receivables.lead'), actions };
    },
  });
}

async function tableOf(
  { receivables }: Parts,
  request: AdminRequest,
  today: string,
  texts: Strings,
): Promise<{ readonly table: ListTableData; readonly faults: readonly string[] }> {
  const { text, locale } = texts;
  const query = listQuery(request, {
    sortable: ['id', 'reference', 'due_on', 'status', 'amount_due'],
    defaultDirection: 'desc',
    filters: { status: ORDER_STATUSES, due: 'any' },
  });
  const { page, perPage, orderBy, direction: order, filters, search } = query;
  const faults = filters.due !== null && !isDay(filters.due) ? [text('admin.no-such-day', { day: filters.due })] : [];
  const { rows, total } =
    faults.length > 0
      ? { rows: [], total: 0 }
      : await receivables.list({
          page,
          perPage,
          search,
          order,
          orderBy: orderBy ?? undefined,
          status: ORDER_STATUSES.find((status) => status === filters.status),
          dueTo: filters.due ?? undefined,
        });
  const table = listTable(request, query, {
    caption: text('admin.receivables'),
    columns: [
      { name: 'reference', label: text('receivables.reference'), sortable: true },
      { name: 'due_on', label: text('receivables.due'), sortable: true },
      { name: 'status', label: text('transactions.status'), sortable: true },
      { name: 'amount_due', label: text('receivables.amount'), numeric: true, sortable: true },
      { name: 'left', label: text('receivables.left'), numeric: true },
    ],
    rows: rows.map((receivable) => {
      const { id, reference, customer, dueOn, amountDue, currency } = receivable;
      return {
        id,
        label: reference,
        cells: {
          reference: {
            text: reference,
            link: request.link(receivablePath(id)),
            ...(customer !== '' && { note: customer }),
          },
          due_on: dueOn === null ? '–' : dayText(dueOn, locale),
          status: { text: '', badges: badgesOf(receivable, today, texts) },
          amount_due: moneyText(amountDue, currency, locale),
          left: receivable.status === 'cancelled' ? '–' : moneyText(leftOf(receivable), currency, locale),
        },
      };
    }),
    total,
    search: text('receivables.search'),
    filters: [
      {
        name: 'status',
        label: text('transactions.status'),
        all: text('admin.all-states'),
        options: ORDER_STATUSES.map((value) => ({ value, label: text(`order-${value}`) })),
      },
      { name: 'due', label: text('receivables.filter-due') },
    ],
    empty: {
      text: text('receivables.none'),
      action: { label: text('receivables.add'), link: request.link(NEW_RECEIVABLE_PATH) },
    },
  });
  return { table, faults };
}
