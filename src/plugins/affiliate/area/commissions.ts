import { type ListRow, listQuery, listTable } from '../../../admin.js';
import { moneyText } from '../../../money.js';
import type { Strings } from '../../../text.js';
import { affiliateTexts } from '../catalogues.js';
import {
  AS_AFFILIATE,
  COMMISSION_STATUSES,
  COMMISSION_TYPES,
  type Commission,
  commissionList,
} from '../commissions/commission.js';
import { BADGE_KINDS } from '../labels.js';
import { type AreaParts, noticeOf, ownOf } from './area.js';
import { OVERVIEW_PATH, OWN_COMMISSIONS_PATH, ownTabs } from './tabs.js';

/** Registers the page of an affiliate's own commissions. It stays available after deactivation. */
export function registerOwnCommissions({ context, programme }: AreaParts): void {
  const { admin, site } = context;

  admin.page({
    path: OWN_COMMISSIONS_PATH,
    title: (locale) => affiliateTexts({ ...site, locale }).text('area.commissions'),
    capability: 'see_own_affiliate_pages',
    parent: OVERVIEW_PATH,
    template: 'core/admin/tabbed',
    async load(request) {
      const strings = affiliateTexts(site);
      const { text } = strings;
      const own = await ownOf(programme, request);
      const query = listQuery(request, {
        sortable: ['created_at', 'amount'],
        defaultDirection: 'desc',
        filters: { status: COMMISSION_STATUSES, type: COMMISSION_TYPES },
      });
      const { rows, total } = await programme.ledger.commissions.list({
        page: query.page,
        perPage: query.perPage,
        affiliate_id: own.id,
        status: COMMISSION_STATUSES.find((status) => status === query.filters.status),
        type: COMMISSION_TYPES.find((type) => type === query.filters.type),
        orderBy: query.orderBy ?? 'created_at',
        order: query.direction,
      });
      const table = listTable(request, query, {
        caption: text('area.commissions'),
        columns: [
          { name: 'created_at', label: text('area.when'), sortable: true },
          { name: 'state', label: text('area.state') },
          { name: 'customer', label: text('area.customer') },
          { name: 'sale', label: text('area.sale'), numeric: true },
          { name: 'amount', label: text('area.earned'), sortable: true, numeric: true },
        ],
        rows: rows.map((commission) => rowOf(commission, strings)),
        total,
        filters: [
          {
            name: 'status',
            label: text('area.state'),
            all: text('area.all-states'),
            options: COMMISSION_STATUSES.map((value) => ({ value, label: text(`commission.status-${value}`) })),
          },
          {
            name: 'type',
            label: text('area.kind'),
            all: text('area.all-kinds'),
            options: COMMISSION_TYPES.map((value) => ({ value, label: text(`commission.type-${value}`) })),
          },
        ],
        empty: { text: text('area.commissions-none') },
      });
      const notice = noticeOf(own, programme.now(), strings);
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

function rowOf(commission: Commission, { text, dateTime, date, locale }: Strings): ListRow {
  const { id, status, currency, createdAt, holdUntil } = commission;
  const { customer, campaign, reject_reason: reason } = commissionList.record(commission, AS_AFFILIATE);
  const when = dateTime(createdAt);
  const note = status === 'pending' ? text('area.approved-from', { date: date(holdUntil) }) : reason;
  return {
    id,
    label: when,
    cells: {
      created_at: { text: when, ...(campaign === null ? {} : { note: campaign }) },
      state: {
        text: text(`commission.type-${commission.type}`),
        badges: [{ text: text(`commission.status-${status}`), kind: BADGE_KINDS.commission[status] }],
        ...(note === null ? {} : { note }),
      },
      customer: customer ?? '',
      sale: moneyText(commission.baseAmount, currency, locale),
      amount: moneyText(commission.amount, currency, locale),
    },
  };
}
