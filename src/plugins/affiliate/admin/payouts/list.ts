import { type AdminRequest, listQuery, listTable, pagePart } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { AffiliateProgramme } from '../../affiliate.js';
import { affiliateTexts } from '../../catalogues.js';
import { BADGE_KINDS, methodText } from '../../labels.js';
import { PAYOUT_STATUSES } from '../../payouts/payout.js';
import { pageOf, titleOf } from '../frame.js';
import { NEW_PAYOUT_PATH, OVERVIEW_PATH, PAYOUTS_PATH, payoutPath } from '../paths.js';

type Parts = Pick<AffiliateProgramme, 'ledger'>;

/** Registers the payout list page. */
export function registerPayoutList({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, { ledger }: Parts): void {
  admin.page({
    path: PAYOUTS_PATH,
    title: titleOf(site, 'admin.payouts'),
    capability: 'manage_options',
    parent: OVERVIEW_PATH,
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
    async load(request) {
      const texts = affiliateTexts(site);
      const table = await tableOf(ledger.payouts, request, texts);
      return pageOf(request, texts, PAYOUTS_PATH, { sections: [pagePart({ table })] });
    },
    heading(_data, { link }) {
      const { text } = affiliateTexts(site);
      return {
        lead: text('payouts.lead'),
        actions: [{ label: text('payouts.add'), link: link(NEW_PAYOUT_PATH), primary: true }],
      };
    },
  });
}

async function tableOf(payouts: Parts['ledger']['payouts'], request: AdminRequest, texts: Strings) {
  const { text, number, dateTime, locale } = texts;
  const query = listQuery(request, { filters: { status: PAYOUT_STATUSES } });
  const { rows, total } = await payouts.list({
    page: query.page,
    perPage: query.perPage,
    status: PAYOUT_STATUSES.find((status) => status === query.filters.status),
  });
  return listTable(request, query, {
    caption: text('admin.payouts'),
    columns: [
      { name: 'payout', label: text('payouts.payout') },
      { name: 'status', label: text('payouts.status') },
      { name: 'method', label: text('payouts.method') },
      { name: 'payments', label: text('payouts.payments'), numeric: true },
      { name: 'amount', label: text('payouts.amount'), numeric: true },
    ],
    rows: rows.map(({ id, status, method, payments, amount, currency, createdAt }) => {
      const name = text('payouts.number', { id: String(id) });
      return {
        id,
        label: name,
        cells: {
          payout: { text: name, link: request.link(payoutPath(id)), note: dateTime(createdAt) },
          status: { text: '', badges: [{ text: text(`payout.status-${status}`), kind: BADGE_KINDS.payout[status] }] },
          method: methodText(method, texts),
          payments: number(payments),
          amount: moneyText(amount, currency, locale),
        },
      };
    }),
    total,
    filters: [
      {
        name: 'status',
        label: text('payouts.status'),
        all: text('admin.all-states'),
        options: PAYOUT_STATUSES.map((value) => ({ value, label: text(`payout.status-${value}`) })),
      },
    ],
    empty: { text: text('payouts.none'), action: { label: text('payouts.add'), link: request.link(NEW_PAYOUT_PATH) } },
  });
}
