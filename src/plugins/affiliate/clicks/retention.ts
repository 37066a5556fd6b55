import { addDays, type Calendar, monthOf } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';

/** Months for which clicks are kept, besides the current one. Their sums are kept forever. */
const CLICK_MONTHS = 13;

/** Returns the first day with complete clicks. Sums of earlier days cannot be rebuilt. */
export function firstKeptDay(today: string): string {
  let day = monthOf(today);
  for (let month = 0; month < CLICK_MONTHS; month += 1) day = monthOf(addDays(day, -1));
  return day;
}

/** Deletes expired clicks, day by day, because servers limit the time of a statement. */
export async function deleteOldClicks(
  { db, calendar }: { readonly db: Database; readonly calendar: Calendar },
  now: Date,
): Promise<void> {
  const before = firstKeptDay(calendar.dayOf(now));
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
