import type { AdminRequest } from '../../../../admin.js';
import { majorText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { figureSize } from '../../charts/figure-size.js';
import { percentText } from '../../labels.js';
import type { ProgramOverview } from '../../statistics/program-overview.js';
import { COMMISSIONS_PATH, NEW_PAYOUT_PATH, PEOPLE_PATH } from '../paths.js';
import type { OverviewCard } from './template-data.js';

/** Number of open decisions, read live and never from cached statistics. */
export interface WaitingCounts {
  readonly affiliates: number;
  readonly commissions: number;
}

/** Builds the cards of the overview, starting with those that need a decision. */
export function cardsOf(
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
