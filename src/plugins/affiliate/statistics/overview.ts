import { addDays, type Calendar } from '../../../calendar.js';
import type { Database } from '../../../database.js';
import { addSums, NO_SUMS, percentOf, readDays, readTotal } from './read-rollups.js';
import { PROGRAMME, type Sums } from './tally.js';

/** Clicks and conversions of the program's overview. Earnings are part of the ledger. */
export interface OverviewClicks {
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

const RECENT_DAYS = 30;

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
