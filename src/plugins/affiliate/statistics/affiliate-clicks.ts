import { type Calendar, monthOf } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import { nameOfSource } from './monthly.js';
import { lastMonths } from './months.js';
import { addSums, NO_SUMS, readDays, readTotal } from './read-rollups.js';
import type { Sums } from './tally.js';

/** Sums of one of the last twelve months. */
export interface MonthSums extends Sums {
  /** `YYYY-MM` in the site's time zone. */
  readonly month: string;
}

export interface RecentClick {
  id: string;
  /** ISO 8601. */
  clicked_at: string;
  landing_path: string;
  source: string;
  campaign: string | null;
  device: string;
  converted: boolean;
}

/** Click statistics of an affiliate. Earnings are part of the ledger. */
export interface AffiliateClicks {
  readonly total: Sums;
  /** Ends with the current month. */
  readonly months: readonly MonthSums[];
  /** Newest first. */
  readonly recent: RecentClick[];
}

export interface AffiliateClicksParts {
  readonly db: Database;
  readonly calendar: Calendar;
  readonly now: () => Date;
  /** Returns those of these clicks that led to a conversion. */
  readonly convertedOf: (clickIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

const RECENT = 10;

export async function affiliateClicks(parts: AffiliateClicksParts, affiliateId: number): Promise<AffiliateClicks> {
  const { db } = parts;
  const [total, months, recent] = await Promise.all([
    readTotal(db, affiliateId),
    sumsOfMonths(parts, affiliateId),
    recentClicks(parts, affiliateId),
  ]);
  return { total, months, recent };
}

async function sumsOfMonths({ db, calendar, now }: AffiliateClicksParts, affiliateId: number): Promise<MonthSums[]> {
  const today = calendar.dayOf(now());
  const months = lastMonths(today);
  const byMonth = new Map(months.map((first) => [first, NO_SUMS]));
  const days = await readDays(db, affiliateId, { from: months[0] ?? today, to: today });
  for (const [day, sums] of days) byMonth.set(monthOf(day), addSums(sums, byMonth.get(monthOf(day))));
  return months.map((first) => ({ month: first.slice(0, 7), ...(byMonth.get(first) ?? NO_SUMS) }));
}

async function recentClicks({ db, convertedOf }: AffiliateClicksParts, affiliateId: number): Promise<RecentClick[]> {
  const rows = await db.query
    .selectFrom('affiliate_clicks')
    .select(['click_id', 'clicked_at', 'landing_path', 'source', 'campaign', 'device'])
    .where('affiliate_id', '=', affiliateId)
    .orderBy('clicked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute();
  const converted = await convertedOf(rows.map((row) => row.click_id));
  return rows.map((row) => ({
    id: row.click_id,
    clicked_at: utc.decode(row.clicked_at).toISOString(),
    landing_path: row.landing_path,
    source: nameOfSource(row.source),
    campaign: row.campaign === '' ? null : row.campaign,
    device: row.device,
    converted: converted.has(row.click_id),
  }));
}
