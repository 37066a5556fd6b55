import { type AdminRequest, adminList, pagePart } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import { affiliateTexts } from '../../catalogues.js';
import { BADGE_KINDS, methodText } from '../../labels.js';
import { payoutList } from '../../payouts/payout.js';
import { pageOf, titleOf } from '../frame.js';
import { NEW_PAYOUT_PATH, OVERVIEW_PATH, PAYOUTS_PATH, payoutPath } from '../paths.js';

/** Registers the payout list page. */
export function registerPayoutList(context: Pick<PluginContext, 'admin' | 'db' | 'site'>): void {
  const { admin, site } = context;
  const texts = () => affiliateTexts(site);
  const add = ({ link }: AdminRequest) => ({ label: texts().text('payouts.add'), link: link(NEW_PAYOUT_PATH) });
  const list = adminList(payoutList, context, {
    path: PAYOUTS_PATH,
    texts,
    caption: 'admin.payouts',
    columns: {
      id: ({ id, createdAt }, { request, texts: { text, dateTime } }) => ({
        text: text('payouts.number', { id: String(id) }),
        link: request.link(payoutPath(id)),
        note: dateTime(createdAt),
      }),
      status: ({ status }, { texts: { text } }) => ({
        text: '',
        badges: [{ text: text(`payout.status-${status}`), kind: BADGE_KINDS.payout[status] }],
      }),
      method: ({ method }, { texts }) => methodText(method, texts),
      payments_count: true,
      amount: true,
    },
    row: ({ id }, { texts: { text } }) => ({ id, label: text('payouts.number', { id: String(id) }) }),
    empty: (request) => ({ text: texts().text('payouts.none'), action: add(request) }),
  });
  admin.page({
    path: PAYOUTS_PATH,
    title: titleOf(site, 'admin.payouts'),
    capability: 'manage_options',
    parent: OVERVIEW_PATH,
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
    async load(request) {
      const { table, notices } = await list.load(request);
      return pageOf(request, texts(), PAYOUTS_PATH, { notices, sections: [pagePart({ table })] });
    },
    heading: (_data, request) => ({
      lead: texts().text('payouts.lead'),
      actions: [{ ...add(request), primary: true }],
    }),
  });
}
