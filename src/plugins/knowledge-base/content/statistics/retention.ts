import { addDays, type Calendar } from '../../../../calendar.js';
import { type Database, utc } from '../../../../database.js';
import { MIN_VISITORS } from './search-table.js';
import { EVENT_DAYS } from './spans-of.js';

/**
 * Deletes data whose retention period has passed. Events expire after 30 days. Queries with fewer visitors than are
 * ever shown and counts of deleted articles go as well.
 */
export async function deleteExpired(
  { db, calendar }: { readonly db: Database; readonly calendar: Calendar },
  now: Date,
): Promise<void> {
  const today = calendar.dayOf(now);
  await deleteEvents(db, calendar, addDays(today, -EVENT_DAYS));
  await deleteRareQueries(db, calendar.startOf(addDays(today, -EVENT_DAYS)));
  await db.query
    .deleteFrom('kb_stats_articles')
    .where('article_id', 'not in', db.query.selectFrom('kb_articles').select('id'))
    .execute();
}

/** Day by day, because database servers limit the time per statement. */
async function deleteEvents(db: Database, calendar: Calendar, before: string): Promise<void> {
  for (;;) {
    const oldest = await db.query
      .selectFrom('kb_events')
      .select((eb) => eb.fn.min<string | null>('at').as('at'))
      .executeTakeFirst();
    if (!oldest?.at) return;
    const day = calendar.dayOf(utc.decode(oldest.at));
    if (day >= before) return;
    await db.query
      .deleteFrom('kb_events')
      .where('at', '<', utc.encode(calendar.startOf(addDays(day, 1))))
      .execute();
  }
}

/** Deletes rare queries, which are never shown and may contain pasted personal data. Daily sums keep counting them. */
async function deleteRareQueries(db: Database, before: Date): Promise<void> {
  const rare = await db.query
    .selectFrom('kb_stats_queries')
    .select('query_key')
    .groupBy('query_key')
    .having((eb) => eb(eb.fn.sum('visitors'), '<', MIN_VISITORS))
    .having((eb) => eb(eb.fn.max('last_at'), '<', utc.encode(before)))
    .execute();
  const keys = rare.map(({ query_key }) => query_key);
  for (let start = 0; start < keys.length; start += KEYS) {
    const some = keys.slice(start, start + KEYS);
    for (const table of ['kb_stats_queries', 'kb_stats_query_months'] as const) {
      await db.query.deleteFrom(table).where('query_key', 'in', some).execute();
    }
  }
}

const KEYS = 500;
