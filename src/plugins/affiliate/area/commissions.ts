import { adminList } from '../../../admin.js';
import { affiliateTexts } from '../catalogues.js';
import { AS_AFFILIATE, commissionList } from '../commissions/commission.js';
import { BADGE_KINDS } from '../labels.js';
import { type AreaParts, noticeOf, OVERVIEW_PATH, OWN_COMMISSIONS_PATH, ownOf, ownTabs } from './area.js';

/** Registers the page of an affiliate's own commissions. It stays available after deactivation. */
export function registerOwnCommissions({ context, program }: AreaParts): void {
  const { admin, site } = context;
  const list = adminList(commissionList, context, {
    path: OWN_COMMISSIONS_PATH,
    texts: () => affiliateTexts(site),
    caption: 'area.commissions',
    columns: {
      created_at: {
        label: 'area.when',
        cell: ({ createdAt, campaign }, { texts: { dateTime } }) => ({
          text: dateTime(createdAt),
          ...(campaign === '' ? {} : { note: campaign }),
        }),
      },
      type: {
        label: 'area.state',
        cell({ type, status, holdUntil, rejectReason }, { texts: { text, date } }) {
          const note = status === 'pending' ? text('area.approved-from', { date: date(holdUntil) }) : rejectReason;
          return {
            text: text(`commission.type-${type}`),
            badges: [{ text: text(`commission.status-${status}`), kind: BADGE_KINDS.commission[status] }],
            ...(note === '' ? {} : { note }),
          };
        },
      },
      customer: {
        label: 'area.customer',
        cell: (commission) => commissionList.record(commission, AS_AFFILIATE).customer ?? '',
      },
      base_amount: true,
      amount: { label: 'area.earned' },
    },
    row: ({ id, createdAt }, { texts: { dateTime } }) => ({ id, label: dateTime(createdAt) }),
    empty: 'area.commissions-none',
    inputs: { affiliate_id: false, payout_id: false },
    narrow: async (request, values) => ({ ...values, affiliate_id: (await ownOf(program, request)).id }),
  });

  admin.page({
    path: OWN_COMMISSIONS_PATH,
    title: (locale) => affiliateTexts({ ...site, locale }).text('area.commissions'),
    capability: 'see_own_affiliate_pages',
    parent: OVERVIEW_PATH,
    template: 'core/admin/tabbed',
    async load(request) {
      const strings = affiliateTexts(site);
      const { text } = strings;
      const own = await ownOf(program, request);
      const { table } = await list.load(request);
      const notice = noticeOf(own, program.now(), strings);
      return {
        strings: request.strings,
        tabs: ownTabs(request, strings, OWN_COMMISSIONS_PATH),
        tabsLabel: text('area.title'),
        definitions: notice ? [{ term: text(`status.${own.status}`), text: notice.text }] : [],
        table,
        forms: [],
        links: [],
      };
    },
  });
}
