import {
  type AdminRequest,
  bulkNotice,
  csvFile,
  forEachTicked,
  formError,
  type ListTableData,
  listQuery,
  listTable,
  pagePart,
  type SubmittedForm,
  tickedIds,
} from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { transactionCsv } from '../../exports/transaction-csv.js';
import { faultText } from '../../labels.js';
import { TRANSACTION_STATUSES } from '../../transactions/states.js';
import { adminTexts, BANK_PAGE, pageOf, titleOf } from '../frame.js';
import { OVERVIEW_PATH, TRANSACTIONS_PATH } from '../paths.js';
import { FILTERS, readFilters } from './filters.js';
import { accountText } from './labels.js';
import { transactionColumns, transactionRows } from './rows.js';

type Parts = Pick<Bank, 'matching' | 'transactions'>;

const FILE_PATH = `${TRANSACTIONS_PATH}/export.csv` as const;

/** Bulk actions. */
const BULK = ['ignore', 'unmatch'] as const;

/** Registers the list of transactions. */
export function registerTransactionList({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, parts: Parts): void {
  admin.page({
    ...BANK_PAGE,
    path: TRANSACTIONS_PATH,
    title: titleOf(site, 'admin.transactions'),
    parent: OVERVIEW_PATH,
    async load(request) {
      const texts = adminTexts(site);
      const { table, faults } = await tableOf(parts, request, texts);
      const notices = faults.map((text) => ({ kind: 'error' as const, text }));
      return pageOf(request, texts, TRANSACTIONS_PATH, { notices, sections: [pagePart({ table })] });
    },
    heading(_data, { link, query }) {
      const { text } = adminTexts(site);
      const narrowed = ['search', ...Object.keys(FILTERS)].map((name) => [name, query[name]] as const);
      const file = link(FILE_PATH, Object.fromEntries(narrowed));
      return { lead: text('transactions.lead'), actions: [{ label: text('transactions.csv'), link: file }] };
    },
    actions: {
      async bulk(request, form: SubmittedForm) {
        const ids = tickedIds(request, form);
        const choice = BULK.find((each) => each === form.text('bulk'));
        if (!choice) throw formError({}, request.strings.text('admin.bulk-none'));
        return { notice: await changeAll(parts.matching, choice, ids, request, adminTexts(site)) };
      },
    },
  });

  admin.page({
    ...BANK_PAGE,
    path: FILE_PATH,
    title: titleOf(site, 'transactions.csv'),
    parent: TRANSACTIONS_PATH,
    async load(request) {
      const query = listQuery(request, { filters: FILTERS });
      const { narrowed, faults } = readFilters(query, await parts.transactions.accounts(), adminTexts(site));
      // With invalid filters the export would contain other rows than requested.
      if (!narrowed) throw formError({}, faults.join(' '));
      return csvFile('transactions', transactionCsv(parts.transactions, narrowed));
    },
  });
}

/** Ignores or unmatches transactions. */
async function changeAll(
  matching: Parts['matching'],
  choice: (typeof BULK)[number],
  ids: readonly number[],
  { user, strings }: AdminRequest,
  texts: Strings,
) {
  const change = async (id: number): Promise<true> => {
    await matching[choice](id, user.id);
    return true;
  };
  // Each of them would wait for the lock in vain during a run.
  const outcome = await forEachTicked(ids, change, { endsAt: ({ code }) => code === 'vendor_bank_locked' });
  const done = (count: number): string => texts.text(`transactions.bulk-${choice}`, { count });
  return bulkNotice(outcome, { strings, done, faultText: (refusal) => faultText(refusal, texts) });
}

async function tableOf(
  { transactions }: Parts,
  request: AdminRequest,
  texts: Strings,
): Promise<{ readonly table: ListTableData; readonly faults: readonly string[] }> {
  const { text } = texts;
  const query = listQuery(request, {
    sortable: ['booked_on', 'amount', 'status'],
    defaultDirection: 'desc',
    filters: FILTERS,
  });
  const accounts = await transactions.accounts();
  const { narrowed, faults } = readFilters(query, accounts, texts);
  const { page, perPage, orderBy, direction: order } = query;
  const { rows, total } = narrowed
    ? await transactions.list({ ...narrowed, page, perPage, orderBy: orderBy ?? undefined, order })
    : { rows: [], total: 0 };
  const table = listTable(request, query, {
    caption: text('admin.transactions'),
    columns: transactionColumns(texts, { isSortable: true }),
    rows: transactionRows(rows, request, texts),
    total,
    search: text('transactions.search'),
    filters: [
      {
        name: 'status',
        label: text('transactions.status'),
        all: text('admin.all-states'),
        options: TRANSACTION_STATUSES.map((value) => ({ value, label: text(`status-${value}`) })),
      },
      {
        name: 'direction',
        label: text('transactions.direction'),
        all: text('transactions.both-directions'),
        options: (['credit', 'debit'] as const).map((value) => ({ value, label: text(`direction-${value}`) })),
      },
      {
        name: 'account',
        label: text('transactions.account'),
        all: text('transactions.all-accounts'),
        options: accounts.map((account) => ({ value: String(account.id), label: accountText(account) })),
      },
      { name: 'from', label: text('transactions.filter-from') },
      { name: 'to', label: text('transactions.filter-to') },
      { name: 'min', label: text('transactions.filter-min') },
      { name: 'max', label: text('transactions.filter-max') },
    ],
    bulk: {
      action: 'bulk',
      options: BULK.map((value) => ({ value, label: text(`transactions.${value}`) })),
    },
    empty: { text: text('transactions.none') },
  });
  return { table, faults };
}
