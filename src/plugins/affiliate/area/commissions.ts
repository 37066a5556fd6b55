import { AS_AFFILIATE, commissionList } from '../commissions/commission.js';
import { BADGE_KINDS } from '../labels.js';
import { type AreaParts, noticeOf, OWN_COMMISSIONS_PATH, ownOf } from './area.js';

/** Registers the page of an affiliate's own commissions. It stays available after deactivation. */
export function registerOwnCommissions({ area, program }: AreaParts): void {
  area.list(commissionList, {
    path: OWN_COMMISSIONS_PATH,
    title: 'area.commissions',
    async load(request) {
      const notice = noticeOf(await ownOf(program, request), program.now(), request.texts);
      return { notices: notice ? [notice] : [] };
    },
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
}
