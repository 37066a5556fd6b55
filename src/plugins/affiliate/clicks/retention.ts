import { addDays, type Calendar, monthOf } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import type { Salts } from './salts.js';

/** Months for which clicks are kept, besides the current one. Their sums are kept forever. */
const CLICK_MONTHS = 13;
const SALT_HOURS = 48;
const HOUR = 3_600_000;
/** Days for which a visitor can be recognised, which is as long as their salts exist. */
const VISITOR_DAYS = 2;

/** Returns the first day with complete clicks. Sums of earlier days cannot be rebuilt. */
export function firstKeptDay(today: string): string {
  let day = monthOf(today);
  for (let month = 0; month < CLICK_MONTHS; month += 1) day = monthOf(addDays(day, -1));
  return day;
}

/** Deletes expired data. Run it hourly, so that salts are deleted on time. */
export async function forgetOld(
  { db, calendar, salts }: { readonly db: Database; readonly calendar: Calendar; readonly salts: Salts },
  now: Date,
): Promise<void> {
  const today = calendar.dayOf(now);
  await salts.purge(new Date(now.getTime() - SALT_HOURS * HOUR));
  await db.query.deleteFrom('affiliate_visitors').where('day', '<', addDays(today, -VISITOR_DAYS)).execute();
  await deleteClicks(db, calendar, firstKeptDay(today));
}

/** Deletes day by day, because servers limit the time of a statement. */
async function deleteClicks(db: Database, calendar: Calendar, before: string): Promise<void> {
  for (;;) {
    const oldest = await db.query
      .selectFrom('affiliate_clicks')
      .select('clicked_at')
      .orderBy('clicked_at')
      .limit(1)
      .executeTakeFirst();
    const day = oldest && calendar.dayOf(utc.decode(oldest.clicked_at));
    if (day === undefined || day >= before) return;
    await db.query
      .deleteFrom('affiliate_clicks')
      .where('clicked_at', '<', utc.encode(calendar.startOf(addDays(day, 1))))
      .execute();
  }
}
