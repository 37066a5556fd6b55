import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../admin.js';
import type { PluginContext } from '../../../index.js';
import { majorText } from '../../../money.js';
import { safeHtml } from '../../../pages.js';
import type { Strings } from '../../../text.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import { dailyChart } from '../charts/daily-chart.js';
import { figureSize } from '../charts/figure-size.js';
import { monthQuery, requestedMonth } from '../charts/requested-month.js';
import { deviceShares, sourceShares } from '../charts/shares.js';
import { BADGE_KINDS, percentText } from '../labels.js';
import type { AffiliateStatistics } from '../statistics/affiliate-statistics.js';
import { SHORT_PATH } from '../tracking.js';
import { type AreaParts, noticeOf, OVERVIEW_PATH, ownOf } from './area.js';
import type { CopyField, OwnOverviewData } from './template-data.js';

/** Icon in the style of the core icons. */
const LINK = safeHtml(
  '<svg class="m-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.600-5.600l-1.200 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.600 5.600l1.200-1.200"/></svg>',
);

/** Registers the overview of the affiliate area, which is also its menu entry. */
export function registerOwnOverview({ area, site, program }: AreaParts): void {
  const { statistics, settings, now } = program;

  area.page({
    path: OVERVIEW_PATH,
    title: 'area.title',
    lead: 'area.lead',
    icon: LINK,
    order: 20,
    template: 'affiliate/area/overview',
    stylesheets: ['core/charts.css', 'affiliate/charts.css'],
    scripts: ['affiliate/copy.js'],
    async load(request) {
      const { texts: strings } = request;
      const own = await ownOf(program, request);
      const { year, month } = requestedMonth(request, statistics.thisMonth());
      const [summary, totals, { cookieDays }] = await Promise.all([
        statistics.monthly({ year, month, affiliateId: own.id }),
        statistics.ofAffiliate(own),
        settings.get(),
      ]);
      const linkTo = (other: { year: number; month: number }) => request.link(OVERVIEW_PATH, monthQuery(other));
      return {
        strings,
        notice: noticeOf(own, now(), strings),
        link: own.status === 'active' ? ownLink(own, site, own.cookieDays ?? cookieDays, strings) : null,
        cards: cardsOf(totals.basic, strings),
        chart: dailyChart({ year, month, clicks: summary, linkTo }, strings),
        shares: [sourceShares(summary, strings), deviceShares(summary, strings)],
        conversions: conversionTable(request, totals.recent_conversions, strings),
        clicks: clickTable(request, totals.recent_clicks, strings),
      };
    },
  });
}

function ownLink({ code }: Affiliate, site: PluginContext['site'], days: number, { text }: Strings): CopyField {
  return {
    id: 'own-link',
    label: text('area.your-link'),
    value: site.url(`${SHORT_PATH}/${code}`),
    hint: text('area.your-link-hint', { days }),
  };
}

function cardsOf(basic: AffiliateStatistics['basic'], { text, number, locale }: Strings): OwnOverviewData['cards'] {
  const money = (amount: number): string => majorText(amount, basic.currency, locale);
  const cards = [
    { title: text('area.balance'), value: money(basic.balance), text: text('area.balance-hint') },
    { title: text('area.pending'), value: money(basic.earnings_pending), text: text('area.pending-hint') },
    { title: text('area.paid'), value: money(basic.earnings_paid), text: text('area.paid-hint') },
    {
      title: text('area.visitors'),
      value: number(basic.unique_clicks),
      text: text('area.visitors-hint', { clicks: basic.clicks }),
    },
    {
      title: text('area.sales'),
      value: number(basic.conversions),
      text: text('area.sales-hint', { rate: percentText(basic.conversion_rate, locale) }),
    },
  ];
  return cards.map((card) => ({ ...card, size: figureSize(card.value) }));
}

function conversionTable(
  request: AdminRequest,
  rows: AffiliateStatistics['recent_conversions'],
  { text, dateTime, locale }: Strings,
): ListTableData {
  return listTable(request, listQuery(request, { prefix: 'sales-' }), {
    caption: text('area.recent-sales'),
    columns: [
      { name: 'when', label: text('area.when') },
      { name: 'state', label: text('area.state') },
      { name: 'customer', label: text('area.customer') },
      { name: 'sale', label: text('area.sale'), numeric: true },
      { name: 'earned', label: text('area.earned'), numeric: true },
    ],
    rows: rows.map(({ id, created_at: at, type, status, campaign, customer, currency, ...amounts }) => {
      const when = dateTime(new Date(at));
      const badge = Object.entries(BADGE_KINDS.commission).find(([name]) => name === status);
      return {
        id,
        label: when,
        cells: {
          when: { text: when, ...(campaign === null ? {} : { note: campaign }) },
          state: {
            text: '',
            badges: badge ? [{ text: text(`commission.status-${badge[0]}`), kind: badge[1] }] : [],
            note: text(`commission.type-${type}`),
          },
          customer: customer ?? '',
          sale: majorText(amounts.base_amount, currency, locale),
          earned: majorText(amounts.amount, currency, locale),
        },
      };
    }),
    total: rows.length,
    empty: { text: text('area.recent-sales-none') },
  });
}

function clickTable(
  request: AdminRequest,
  rows: AffiliateStatistics['recent_clicks'],
  strings: Strings,
): ListTableData {
  const { text, dateTime } = strings;
  return listTable(request, listQuery(request, { prefix: 'clicks-' }), {
    caption: text('area.recent-clicks'),
    columns: [
      { name: 'when', label: text('area.when') },
      { name: 'page', label: text('area.landed-on') },
      { name: 'source', label: text('area.came-from') },
      { name: 'device', label: text('area.device') },
    ],
    rows: rows.map(({ id, clicked_at: at, landing_path: page, source, campaign, device, converted }) => {
      const when = dateTime(new Date(at));
      return {
        id,
        label: when,
        cells: {
          when: {
            text: when,
            ...(campaign === null ? {} : { note: campaign }),
            ...(converted ? { badges: [{ text: text('area.bought'), kind: 'good' as const }] } : {}),
          },
          page: { text: page, code: true },
          source: source === 'direct' ? text('source-direct') : source,
          device: text(device === 'other' ? 'device-unknown' : `device-${device}`),
        },
      };
    }),
    total: rows.length,
    empty: { text: text('area.recent-clicks-none') },
  });
}
