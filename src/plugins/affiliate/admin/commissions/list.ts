import { type AdminList, formError } from '../../../../admin.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { type Commission, commissionList } from '../../commissions/commission.js';
import { COMMISSIONS_PATH, commissionPath, type ProgramArea } from '../paths.js';
import { badgesOf, peopleOf, personCell, REASONS, reasonOf, reasonText } from './labels.js';

type Parts = Pick<AffiliateProgram, 'affiliates' | 'exports' | 'ledger'>;

/** Registers the commission list page and its CSV export. */
export function registerCommissionList(
  area: ProgramArea,
  { affiliates, exports, ledger }: Parts,
): AdminList<Commission> {
  const { commissions } = ledger;
  return area.list(commissionList, {
    path: COMMISSIONS_PATH,
    title: 'admin.commissions',
    lead: 'commissions.lead',
    related: (rows) => peopleOf(affiliates, rows),
    columns: {
      created_at: ({ id, createdAt }, { request, texts: { text, dateTime } }) => ({
        text: text('commissions.number', { id: String(id) }),
        link: request.link(commissionPath(id)),
        note: dateTime(createdAt),
      }),
      affiliate_id: ({ affiliateId }, { request, texts, related }) =>
        personCell(related.get(affiliateId), request, texts),
      type: true,
      status: (commission, { texts }) => ({ text: '', badges: badgesOf(commission, texts) }),
      base_amount: true,
      amount: true,
    },
    row({ id, affiliateId }, { request, texts, related }) {
      const person = personCell(related.get(affiliateId), request, texts);
      return { id, label: `${texts.text('commissions.number', { id: String(id) })}, ${person.text}` };
    },
    empty: 'commissions.none',
    inputs: {
      affiliate_id: {
        name: 'affiliate',
        async read(code) {
          const person = await affiliates.byCode(code);
          if (person) return person.id;
          throw formError({}, area.texts().text('admin.no-code', { code }));
        },
      },
      payout_id: { name: 'payout' },
    },
    bulk: {
      actions: {
        approve: {
          label: 'commissions.approve',
          done: 'commissions.bulk-approve-done',
          start: () => async (id) => (await commissions.approve(id)).changed,
        },
        reject: {
          label: 'commissions.reject',
          done: 'commissions.bulk-reject-done',
          start(_request, form) {
            const reason = reasonOf(form.text('reason'));
            if (reason === null) throw formError({}, area.texts().text('commissions.reason-missing'));
            return async (id) => (await commissions.reject(id, { reason })).changed;
          },
        },
      },
      choice: (texts) => ({
        name: 'reason',
        label: texts.text('commissions.reason-choose'),
        options: REASONS.map((value) => ({ value, label: reasonText(value, texts) })),
      }),
    },
    file: { name: 'commissions', label: 'admin.csv', lines: exports.commissions },
  });
}
