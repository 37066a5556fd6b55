import { addDays, type Calendar } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import type { ProgramEarnings } from '../commissions/earnings.js';
import { addSums, NO_SUMS, percentOf, readDays, readTotal } from './read-rollups.js';
import { PROGRAMME, type Sums } from './tally.js';

/** Statistics of the program, as returned by `GET /stats/overview`. Amounts are major units. */
export interface ProgramOverview {
  readonly currency: string;
  readonly affiliates: {
    readonly total: number;
    readonly active: number;
    readonly pending: number;
    readonly inactive: number;
    readonly rejected: number;
    readonly new_30d: number;
  };
  /** By status. */
  readonly commissions: Readonly<Record<string, { readonly count: number; readonly amount: number }>>;
  readonly earnings: {
    readonly earned: number;
    readonly unpaid: number;
    readonly paid: number;
    readonly refunded: number;
  };
  readonly clicks: { readonly total: number; readonly unique: number; readonly last_30d: number };
  readonly conversions: {
    readonly total: number;
    readonly last_30d: number;
    readonly revenue: number;
    /** Conversions per hundred visitors. */
    readonly rate: number;
  };
  /** Top earners. */
  readonly top_affiliates: readonly {
    readonly affiliate_id: number;
    readonly code: string;
    readonly name: string;
    readonly earned: number;
    readonly conversions: number;
  }[];
}

export interface ProgramOverviewParts {
  readonly db: Database;
  readonly calendar: Calendar;
  readonly now: () => Date;
  readonly currency: () => Promise<string>;
  readonly earnings: () => Promise<ProgramEarnings>;
}

const RECENT_DAYS = 30;

export async function programOverview(parts: ProgramOverviewParts): Promise<ProgramOverview> {
  const { db, calendar, now } = parts;
  const at = now();
  const [currency, affiliates, earnings, { clicks, conversions }] = await Promise.all([
    parts.currency(),
    countAffiliates(db, calendar.startOf(addDays(calendar.dayOf(at), 1 - RECENT_DAYS))),
    parts.earnings(),
    overviewClicks(db, calendar, at),
  ]);
  const major = (minor: number): number => majorUnits(minor, currency);
  const { earned, unpaid, paid, refunded, byStatus, topAffiliates } = earnings;
  const { revenue_minor, ...counted } = conversions;
  return {
    currency,
    affiliates,
    commissions: Object.fromEntries(
      Object.entries(byStatus).map(([status, { count, amountMinor }]) => [
        status,
        { count, amount: major(amountMinor) },
      ]),
    ),
    earnings: { earned: major(earned), unpaid: major(unpaid), paid: major(paid), refunded: major(refunded) },
    clicks,
    conversions: { ...counted, revenue: major(revenue_minor) },
    top_affiliates: topAffiliates.map(({ affiliateId, code, name, earnedMinor, conversions: count }) => ({
      affiliate_id: affiliateId,
      code,
      name,
      earned: major(earnedMinor),
      conversions: count,
    })),
  };
}

async function countAffiliates(db: Database, since: Date): Promise<ProgramOverview['affiliates']> {
  const [rows, fresh] = await Promise.all([
    db.query
      .selectFrom('affiliate_affiliates')
      .groupBy('status')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .execute(),
    db.query
      .selectFrom('affiliate_affiliates')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('registered_at', '>=', utc.encode(since))
      .executeTakeFirst(),
  ]);
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  const of = (status: string): number => counts.get(status) ?? 0;
  return {
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    active: of('active'),
    pending: of('pending'),
    inactive: of('inactive'),
    rejected: of('rejected'),
    new_30d: Number(fresh?.count ?? 0),
  };
}

/** Clicks and conversions of the program's overview. Earnings are part of the ledger. */
interface OverviewClicks {
  readonly clicks: { readonly total: number; readonly unique: number; readonly last_30d: number };
  readonly conversions: {
    readonly total: number;
    readonly last_30d: number;
    /** Minor units of the program's currency. */
    readonly revenue_minor: number;
    /** Conversions per hundred visitors. */
    readonly rate: number;
  };
}

/** @param now last day of the thirty-day period */
export async function overviewClicks(db: Database, calendar: Calendar, now: Date): Promise<OverviewClicks> {
  const today = calendar.dayOf(now);
  const [total, days] = await Promise.all([
    readTotal(db, PROGRAMME),
    readDays(db, PROGRAMME, { from: addDays(today, 1 - RECENT_DAYS), to: today }),
  ]);
  const recent: Sums = [...days.values()].reduce(addSums, NO_SUMS);
  return {
    clicks: { total: total.clicks, unique: total.unique_clicks, last_30d: recent.clicks },
    conversions: {
      total: total.conversions,
      last_30d: recent.conversions,
      revenue_minor: total.revenue_minor,
      rate: percentOf(total.conversions, total.unique_clicks),
    },
  };
}
