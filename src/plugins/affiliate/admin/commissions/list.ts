import { type AdminList, adminList, formError, pagePart } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { affiliateTexts } from '../../catalogues.js';
import { type Commission, commissionList } from '../../commissions/commission.js';
import { errorText } from '../../labels.js';
import { pageOf, titleOf } from '../frame.js';
import { COMMISSIONS_PATH, commissionPath, OVERVIEW_PATH } from '../paths.js';
import { badgesOf, peopleOf, personCell, REASONS, reasonOf, reasonText } from './labels.js';

type Context = Pick<PluginContext, 'admin' | 'db' | 'site'>;
type Parts = Pick<AffiliateProgram, 'affiliates' | 'exports' | 'ledger'>;

const FILE_PATH = `${COMMISSIONS_PATH}/export.csv` as const;

/** Registers the commission list page and its CSV export. */
export function registerCommissionList(context: Context, list: AdminList<Commission>): void {
  const { admin, site } = context;
  const page = {
    capability: 'manage_options',
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
  } as const;
  admin.page({
    ...page,
    path: COMMISSIONS_PATH,
    title: titleOf(site, 'admin.commissions'),
    parent: OVERVIEW_PATH,
    async load(request) {
      const { table, notices } = await list.load(request);
      return pageOf(request, affiliateTexts(site), COMMISSIONS_PATH, { notices, sections: [pagePart({ table })] });
    },
    heading(_data, request) {
      const { text } = affiliateTexts(site);
      return { lead: text('commissions.lead'), actions: [{ label: text('admin.csv'), link: list.fileLink(request) }] };
    },
    actions: { bulk: list.bulk },
  });
  admin.page({
    ...page,
    path: FILE_PATH,
    title: titleOf(site, 'admin.csv'),
    parent: COMMISSIONS_PATH,
    load: list.file,
  });
}

/** Creates the admin list of commissions. */
export function adminCommissions(context: Context, { affiliates, exports, ledger }: Parts): AdminList<Commission> {
  const { commissions } = ledger;
  const texts = () => affiliateTexts(context.site);
  return adminList(commissionList, context, {
    path: COMMISSIONS_PATH,
    texts,
    caption: 'admin.commissions',
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
          throw formError({}, texts().text('admin.no-code', { code }));
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
            if (reason === null) throw formError({}, texts().text('commissions.reason-missing'));
            return async (id) => (await commissions.reject(id, { reason })).changed;
          },
        },
      },
      choice: (texts) => ({
        name: 'reason',
        label: texts.text('commissions.reason-choose'),
        options: REASONS.map((value) => ({ value, label: reasonText(value, texts) })),
      }),
      errorText,
    },
    file: { path: FILE_PATH, name: 'commissions', lines: exports.commissions },
  });
}
