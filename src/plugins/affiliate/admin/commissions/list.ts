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
import type { AffiliateProgramme } from '../../affiliate.js';
import { affiliateTexts } from '../../catalogues.js';
import { COMMISSION_STATUSES, COMMISSION_TYPES } from '../../commissions/commission.js';
import { faultText } from '../../labels.js';
import { pageOf, titleOf } from '../frame.js';
import { COMMISSIONS_PATH, OVERVIEW_PATH } from '../paths.js';
import { FILTERS, readFilters } from './filters.js';
import { REASONS, reasonOf, reasonText } from './labels.js';
import { commissionColumns, commissionRows } from './rows.js';

type Parts = Pick<AffiliateProgramme, 'affiliates' | 'calendar' | 'exports' | 'ledger'>;

const FILE_PATH = `${COMMISSIONS_PATH}/export.csv` as const;

/** Registers the commission list page and its CSV export. */
export function registerCommissionList({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, parts: Parts): void {
  admin.page({
    path: COMMISSIONS_PATH,
    title: titleOf(site, 'admin.commissions'),
    capability: 'manage_options',
    parent: OVERVIEW_PATH,
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
    async load(request) {
      const texts = affiliateTexts(site);
      const { table, faults } = await tableOf(parts, request, texts);
      const notices = faults.map((text) => ({ kind: 'error' as const, text }));
      return pageOf(request, texts, COMMISSIONS_PATH, { notices, sections: [pagePart({ table })] });
    },
    heading(_data, { link, query: { status, type, affiliate, from, to } }) {
      const { text } = affiliateTexts(site);
      const file = link(FILE_PATH, { status, type, affiliate, from, to });
      return { lead: text('commissions.lead'), actions: [{ label: text('admin.csv'), link: file }] };
    },
    actions: { bulk: (request, form) => bulk(parts, request, form, affiliateTexts(site)) },
  });

  admin.page({
    path: FILE_PATH,
    title: titleOf(site, 'admin.csv'),
    capability: 'manage_options',
    parent: COMMISSIONS_PATH,
    template: 'core/admin/detail',
    async load(request) {
      const { narrowed, faults } = await readFilters(
        listQuery(request, { filters: FILTERS }),
        parts,
        affiliateTexts(site),
      );
      // An invalid filter must not export other rows than the requested ones.
      if (!narrowed) throw formError({}, faults.join(' '));
      return csvFile('commissions', parts.exports.commissions(narrowed));
    },
  });
}

async function bulk({ ledger }: Parts, request: AdminRequest, form: SubmittedForm, texts: Strings) {
  const { commissions } = ledger;
  const ids = tickedIds(request, form);
  const choice = (['approve', 'reject'] as const).find((each) => each === form.text('bulk'));
  if (!choice) throw formError({}, request.strings.text('admin.bulk-none'));
  const reason = reasonOf(form.text('reason'));
  if (choice === 'reject' && reason === null) throw formError({}, texts.text('commissions.reason-missing'));
  const outcome = await forEachTicked(ids, async (id) => {
    const work = choice === 'approve' ? commissions.approve(id) : commissions.reject(id, { reason: reason ?? '' });
    return (await work).changed;
  });
  const done = (count: number): string => texts.text(`commissions.bulk-${choice}-done`, { count });
  const { strings } = request;
  return { notice: bulkNotice(outcome, { strings, done, faultText: (refusal) => faultText(refusal, texts) }) };
}

async function tableOf(
  parts: Parts,
  request: AdminRequest,
  texts: Strings,
): Promise<{ readonly table: ListTableData; readonly faults: readonly string[] }> {
  const { text } = texts;
  const query = listQuery(request, {
    sortable: ['created_at', 'affiliate_id', 'status', 'amount'],
    defaultDirection: 'desc',
    filters: FILTERS,
  });
  const { narrowed, faults } = await readFilters(query, parts, texts);
  const { page, perPage, orderBy, direction: order } = query;
  const { rows, total } = narrowed
    ? await parts.ledger.commissions.list({ ...narrowed, page, perPage, orderBy: orderBy ?? undefined, order })
    : { rows: [], total: 0 };
  const table = listTable(request, query, {
    caption: text('admin.commissions'),
    columns: commissionColumns(texts, { isSortable: true }),
    rows: await commissionRows(parts.affiliates, rows, request, texts),
    total,
    filters: [
      {
        name: 'status',
        label: text('commissions.status'),
        all: text('admin.all-states'),
        options: COMMISSION_STATUSES.map((value) => ({ value, label: text(`commission.status-${value}`) })),
      },
      {
        name: 'type',
        label: text('commissions.type'),
        all: text('commissions.all-types'),
        options: COMMISSION_TYPES.map((value) => ({ value, label: text(`commission.type-${value}`) })),
      },
      { name: 'affiliate', label: text('commissions.filter-affiliate') },
      { name: 'from', label: text('commissions.filter-from') },
      { name: 'to', label: text('commissions.filter-to') },
    ],
    bulk: {
      action: 'bulk',
      options: (['approve', 'reject'] as const).map((value) => ({ value, label: text(`commissions.${value}`) })),
      choice: {
        name: 'reason',
        label: text('commissions.reason-choose'),
        options: REASONS.map((value) => ({ value, label: reasonText(value, texts) })),
      },
    },
    empty: { text: text('commissions.none') },
  });
  return { table, faults };
}
