import { addDays, type Calendar } from '../../../calendar.js';
import type { Database } from '../../../database.js';
import type { Device } from '../clicks/visit.js';
import { addSums, NO_SUMS, percentOf, readDays } from './read-rollups.js';
import { DIMENSIONS, OTHER, PROGRAMME } from './tally.js';

/** Clicks of a month, as returned by `GET /clicks/monthly`. */
export interface MonthlyClicks {
  /** Every day of the month. */
  clicks_data: { date: string; clicks: number; unique: number; conversions: number }[];
  total_clicks: number;
  unique_clicks: number;
  conversions: number;
  /** Conversions per hundred visitors. */
  conversion_rate: number;
  /** Most clicks first; `share` is a percentage of all clicks. */
  top_sources: { source: string; clicks: number; share: number }[];
  device_breakdown: Record<Device, number>;
  /** Whether the month before has data. */
  has_prev_data: boolean;
  has_next_data: boolean;
  /** Nearest earlier month with data, `YYYY-MM`. */
  previous_month: string | null;
  next_month: string | null;
}

export interface MonthQuery {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  /** Defaults to the whole program. */
  readonly affiliateId?: number | undefined;
}

const TOP_SOURCES = 10;
/** Names for clicks without a referrer, and for sources beyond a day's limit. */
const DIRECT = 'direct';
const OTHERS = 'other';

/** Returns the clicks of a month. Future months contain zeros. */
export async function monthlyClicks(db: Database, query: MonthQuery): Promise<MonthlyClicks> {
  const affiliateId = query.affiliateId ?? PROGRAMME;
  const days = daysOfMonth(query);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const valuesOf = (dim: number) =>
    db.query
      .selectFrom('affiliate_rollups')
      .select(['value', ({ fn }) => fn.sum<number>('clicks').as('clicks')])
      .where('affiliate_id', '=', affiliateId)
      .where('day', '>=', span.from)
      .where('day', '<=', span.to)
      .where('dim', '=', dim)
      .groupBy('value')
      .having(({ eb, fn }) => eb(fn.sum('clicks'), '>', 0))
      .orderBy(({ fn }) => fn.sum('clicks'), 'desc')
      .orderBy('value');
  const [byDay, sources, devices, previous, next] = await Promise.all([
    readDays(db, affiliateId, span),
    valuesOf(DIMENSIONS.source).limit(TOP_SOURCES).execute(),
    valuesOf(DIMENSIONS.device).execute(),
    nearestMonth(db, affiliateId, '<', span.from),
    nearestMonth(db, affiliateId, '>', span.to),
  ]);
  const total = [...byDay.values()].reduce(addSums, NO_SUMS);
  const device_breakdown: MonthlyClicks['device_breakdown'] = { desktop: 0, mobile: 0, tablet: 0, other: 0 };
  for (const { value, clicks } of devices) {
    if (value in device_breakdown) device_breakdown[value as Device] = Number(clicks);
  }
  return {
    clicks_data: days.map((date) => {
      const { clicks, unique_clicks, conversions } = byDay.get(date) ?? NO_SUMS;
      return { date, clicks, unique: unique_clicks, conversions };
    }),
    total_clicks: total.clicks,
    unique_clicks: total.unique_clicks,
    conversions: total.conversions,
    conversion_rate: percentOf(total.conversions, total.unique_clicks),
    top_sources: sources.map(({ value, clicks }) => ({
      source: nameOfSource(value),
      clicks: Number(clicks),
      share: percentOf(Number(clicks), total.clicks),
    })),
    device_breakdown,
    has_prev_data: previous !== null && previous === monthOf(addDays(span.from, -1)),
    has_next_data: next !== null && next === monthOf(addDays(span.to, 1)),
    previous_month: previous,
    next_month: next,
  };
}

/** Returns the month of a time in the site's time zone. */
export function monthAt(calendar: Calendar, moment: Date): { year: number; month: number } {
  const [year, month] = calendar.dayOf(moment).split('-').map(Number);
  return { year: year ?? 0, month: month ?? 0 };
}

/** Returns the public name of a stored source. */
export function nameOfSource(source: string): string {
  if (source === '') return DIRECT;
  return source === OTHER ? OTHERS : source;
}

function daysOfMonth({ year, month }: MonthQuery): string[] {
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const days: string[] = [];
  for (let day = `${prefix}-01`; day.startsWith(prefix); day = addDays(day, 1)) days.push(day);
  return days;
}

function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** Finds the nearest month with data on one side of a day. Ignores zero rows, which exist to lock days. */
async function nearestMonth(db: Database, affiliateId: number, side: '<' | '>', day: string): Promise<string | null> {
  const row = await db.query
    .selectFrom('affiliate_rollups')
    .select('day')
    .where('affiliate_id', '=', affiliateId)
    .where('day', side, day)
    .where('dim', '=', DIMENSIONS.total)
    .where(({ eb, or }) => or([eb('clicks', '>', 0), eb('conversions', '>', 0)]))
    .orderBy('day', side === '<' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  return row ? monthOf(row.day) : null;
}
