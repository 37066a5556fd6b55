import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../../admin.js';
import { majorText } from '../../../../money.js';
import { safeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { dailyChart } from '../../charts/daily-chart.js';
import { figureSize } from '../../charts/figure-size.js';
import { monthQuery, requestedMonth } from '../../charts/requested-month.js';
import { deviceShares, sourceShares } from '../../charts/shares.js';
import { percentText } from '../../labels.js';
import type { ProgramOverview } from '../../statistics/program-overview.js';
import {
  COMMISSIONS_PATH,
  NEW_PAYOUT_PATH,
  OVERVIEW_PATH,
  PEOPLE_PATH,
  type ProgramArea,
  personPath,
} from '../paths.js';
import type { OverviewCard } from './template-data.js';

/** Icon in the style of the core icons: an affiliate and two referrals. */
const REFERRAL = safeHtml(
  '<svg class="m-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="M6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.7 10.6l7-3.8M8.7 13.4l7 3.8"/></svg>',
);

type Parts = Pick<AffiliateProgram, 'affiliates' | 'ledger' | 'statistics'>;

/** Registers the overview page of the program. */
export function registerOverview(area: ProgramArea, parts: Parts): void {
  const { affiliates, ledger, statistics } = parts;

  async function waitingNow(): Promise<WaitingCounts> {
    const [people, commissions] = await Promise.all([
      affiliates.count({ status: 'pending' }),
      ledger.commissions.count({ status: 'pending' }),
    ]);
    return { affiliates: people, commissions };
  }

  area.page({
    path: OVERVIEW_PATH,
    title: 'admin.title',
    lead: 'overview.lead',
    icon: REFERRAL,
    section: 'people',
    order: 40,
    template: 'affiliate/admin/overview',
    stylesheets: ['core/charts.css', 'affiliate/charts.css'],
    async load(request) {
      const { texts } = request;
      const { text, dateTime } = texts;
      const requested = requestedMonth(request, statistics.thisMonth());
      const [waiting, { value, generatedAt }, days] = await Promise.all([
        waitingNow(),
        statistics.overview(),
        statistics.monthly(requested),
      ]);
      return {
        cards: cardsOf(value, waiting, request, texts),
        asOf: text('overview.as-of', { time: dateTime(generatedAt) }),
        month: {
          title: text('overview.month'),
          chart: dailyChart(
            { ...requested, clicks: days, linkTo: (month) => request.link(OVERVIEW_PATH, monthQuery(month)) },
            texts,
          ),
          shares: [sourceShares(days, texts), deviceShares(days, texts)],
        },
        best: { title: text('overview.best'), table: bestTable(value, request, texts) },
      };
    },
  });

  area.notice(async ({ link, texts: { text } }) => {
    const total = await affiliates.count({ status: 'pending' });
    if (total === 0) return null;
    return {
      kind: 'info',
      text: text('overview.applications-text', { count: total }),
      link: { label: text('overview.applications-link'), link: link(PEOPLE_PATH, { status: 'pending' }) },
    };
  });
}

function bestTable(
  { top_affiliates: best, currency }: ProgramOverview,
  request: AdminRequest,
  { text, number, locale }: Strings,
): ListTableData {
  return listTable(request, listQuery(request, { prefix: 'best_' }), {
    caption: text('overview.best'),
    columns: [
      { name: 'name', label: text('people.name') },
      { name: 'conversions', label: text('people.conversions'), numeric: true },
      { name: 'earned', label: text('people.earned'), numeric: true },
    ],
    rows: best.map(({ affiliate_id: id, code, name, conversions, earned }) => ({
      id,
      label: name,
      cells: {
        name: { text: name || code, link: request.link(personPath(id)), note: code },
        conversions: number(conversions),
        earned: majorText(earned, currency, locale),
      },
    })),
    total: best.length,
    empty: { text: text('overview.best-none') },
  });
}

/** Number of open decisions, read live and never from cached statistics. */
interface WaitingCounts {
  readonly affiliates: number;
  readonly commissions: number;
}

/** Builds the cards of the overview, starting with those that need a decision. */
function cardsOf(
  { affiliates, clicks, conversions, earnings, currency }: ProgramOverview,
  waiting: WaitingCounts,
  { link }: AdminRequest,
  { text, number, locale }: Strings,
): OverviewCard[] {
  const money = (amount: number): string => majorText(amount, currency, locale);
  const card = (name: string, value: string, more: Partial<OverviewCard> = {}): OverviewCard => ({
    title: text(`overview.${name}`),
    value,
    size: figureSize(value),
    text: '',
    link: null,
    isWaiting: false,
    ...more,
  });
  return [
    card('applications', number(waiting.affiliates), {
      text: text('overview.applications-text', { count: waiting.affiliates }),
      isWaiting: waiting.affiliates > 0,
      link: { label: text('overview.applications-link'), link: link(PEOPLE_PATH, { status: 'pending' }) },
    }),
    card('commissions', number(waiting.commissions), {
      text: text('overview.commissions-text', { count: waiting.commissions }),
      isWaiting: waiting.commissions > 0,
      link: { label: text('overview.commissions-link'), link: link(COMMISSIONS_PATH, { status: 'pending' }) },
    }),
    card('owed', money(earnings.unpaid), {
      text: text('overview.owed-text'),
      link: { label: text('payouts.add'), link: link(NEW_PAYOUT_PATH) },
    }),
    card('paid', money(earnings.paid), { text: text('overview.paid-text', { amount: money(earnings.refunded) }) }),
    card('active', number(affiliates.active), {
      text: text('overview.active-text', { total: affiliates.total, recent: affiliates.new_30d }),
    }),
    card('clicks', number(clicks.last_30d), {
      text: text('overview.clicks-text', { total: clicks.total, unique: clicks.unique }),
    }),
    card('conversions', number(conversions.last_30d), {
      text: text('overview.conversions-text', {
        total: conversions.total,
        rate: percentText(conversions.rate, locale),
      }),
    }),
    card('revenue', money(conversions.revenue), { text: text('overview.revenue-text') }),
  ];
}
