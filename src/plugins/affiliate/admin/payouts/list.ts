import type { AdminRequest } from '../../../../admin.js';
import { BADGE_KINDS, methodText } from '../../labels.js';
import { payoutList } from '../../payouts/payout.js';
import { NEW_PAYOUT_PATH, PAYOUTS_PATH, type ProgramArea, payoutPath } from '../paths.js';

/** Registers the payout list page. */
export function registerPayoutList(area: ProgramArea): void {
  const add = ({ link }: AdminRequest) => ({ label: area.texts().text('payouts.add'), link: link(NEW_PAYOUT_PATH) });
  area.list(payoutList, {
    path: PAYOUTS_PATH,
    title: 'admin.payouts',
    lead: 'payouts.lead',
    heading: (_data, request) => ({ actions: [{ ...add(request), primary: true }] }),
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
    empty: (request) => ({ text: area.texts().text('payouts.none'), action: add(request) }),
  });
}
