import { type Database, utc } from '../../../../database.js';
import { refreshScores } from '../ratings/rating-counters.js';

const DAY = 24 * 60 * 60 * 1000;
/** Retention periods ("Rating, feedback, download rules", "States"), in milliseconds. */
const RETENTION = { visitorKeys: 90 * DAY, emails: 180 * DAY, spam: 30 * DAY } as const;
const BATCH = 500;

/** Number of rows cleaned up. */
export interface CleanupCounts {
  readonly keys: number;
  readonly emails: number;
  readonly spam: number;
}

/**
 * Deletes expired visitor keys, emails and spam, and updates the scores to the current mean.
 * Safe to repeat and to interrupt at any time.
 */
export async function forgetOldFeedback(db: Database, now: Date): Promise<CleanupCounts> {
  const before = (age: number): string => utc.encode(new Date(now.getTime() - age));
  const keys = await db.query
    .updateTable('kb_ratings')
    .set({ visitor_key: null })
    .where('visitor_key', 'is not', null)
    .where('updated_at', '<', before(RETENTION.visitorKeys))
    .executeTakeFirst();
  const emails = await db.query
    .updateTable('kb_feedback')
    .set({ author_email: null, consent: 0 })
    .where('author_email', 'is not', null)
    .where('created_at', '<', before(RETENTION.emails))
    .executeTakeFirst();
  const spam = await purgeSpam(db, before(RETENTION.spam));
  await refreshScores(db);
  return { keys: Number(keys.numUpdatedRows), emails: Number(emails.numUpdatedRows), spam };
}

/** Spam that a moderator reopens in the meantime stays. */
async function purgeSpam(db: Database, before: string): Promise<number> {
  let purged = 0;
  for (;;) {
    const rows = await db.query
      .selectFrom('kb_feedback')
      .select('id')
      .where('status', '=', 'spam')
      .where('updated_at', '<', before)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return purged;
    for (const { id } of rows) purged += await purgeItem(db, id, before);
  }
}

async function purgeItem(db: Database, id: number, before: string): Promise<number> {
  return db.transaction(async () => {
    const { numDeletedRows } = await db.query
      .deleteFrom('kb_feedback')
      .where('id', '=', id)
      .where('status', '=', 'spam')
      .where('updated_at', '<', before)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return 0;
    await db.query.deleteFrom('kb_feedback_history').where('feedback_id', '=', id).execute();
    return 1;
  });
}
