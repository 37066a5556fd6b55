import type { Person } from '../../../../access.js';
import { type Database, utc } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';
import type { Versions } from '../../../../services.js';
import { accountKey } from '../ratings/voter.js';
import { removeVotes } from './removal.js';

const RATINGS = { name: 'knowledge-base/ratings', label: 'Article ratings' };
const FEEDBACK = { name: 'knowledge-base/feedback', label: 'Article feedback' };

/** Registers the export and the erasure or detachment of personal data in ratings and feedback. */
export function registerFeedbackPrivacy(
  hooks: OwnedHooks,
  parts: { readonly db: Database; readonly versions: Versions },
): void {
  const { db } = parts;

  hooks.addFilter('privacy_export', async (groups, person) => [
    ...groups,
    { ...RATINGS, records: await ratingsOf(db, person) },
    { ...FEEDBACK, records: await feedbackOf(db, person) },
  ]);

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const ratings = await ratingsOf(db, person);
    const feedback = await feedbackOf(db, person);
    if (!dryRun) {
      if (person.user) await removeVotes(parts, accountKey(person.user.id));
      await detachFeedback(db, person);
    }
    return [
      ...erasures,
      { ...RATINGS, count: ratings.length, outcome: 'erased', reason: null },
      {
        ...FEEDBACK,
        count: feedback.length,
        outcome: 'detached',
        reason: "Feedback stays as part of the article's history. The person is removed.",
      },
    ];
  });

  // A deleted account cannot consent, so votes are detached but still count.
  hooks.addAction('user_deleted', async (user, reassignTo) => {
    await db.query
      .updateTable('kb_ratings')
      .set({ visitor_key: null })
      .where('visitor_key', '=', accountKey(user.id))
      .execute();
    await detachFeedback(db, { user, email: '' });
    await db.query
      .updateTable('kb_feedback')
      .set({ assigned_to: reassignTo })
      .where('assigned_to', '=', user.id)
      .execute();
    await db.query.updateTable('kb_feedback_history').set({ by_id: null }).where('by_id', '=', user.id).execute();
  });
}

async function ratingsOf(db: Database, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  const rows = await db.query
    .selectFrom('kb_ratings')
    .select(['article_id', 'kind', 'value', 'article_version', 'created_at', 'updated_at'])
    .where('visitor_key', '=', accountKey(user.id))
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, updated_at, ...row }) => ({
    ...row,
    created_at: utc.decode(created_at).toISOString(),
    updated_at: utc.decode(updated_at).toISOString(),
  }));
}

async function feedbackOf(db: Database, person: Person): Promise<Record<string, unknown>[]> {
  const rows = await writtenBy(db, person)
    .select(['id', 'article_id', 'article_version', 'type', 'message', 'status', 'rating', 'locale', 'page_url'])
    .select(['author_name', 'author_email', 'created_at'])
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: utc.decode(created_at).toISOString() }));
}

/** Matches messages by account, or by the email left without one. */
function writtenBy(db: Database, { user, email }: Person) {
  return db.query.selectFrom('kb_feedback').where((eb) =>
    eb.or([
      ...(user ? [eb('author_id', '=', user.id)] : []),
      // Without an email, no message matches by email.
      ...(email === '' ? [eb.lit(false)] : [eb('author_email', '=', email)]),
    ]),
  );
}

async function detachFeedback(db: Database, person: Person): Promise<void> {
  const rows = await writtenBy(db, person).select('id').execute();
  for (const { id } of rows) {
    await db.query
      .updateTable('kb_feedback')
      .set({ author_id: null, author_name: null, author_email: null, consent: 0, page_url: null })
      .where('id', '=', id)
      .execute();
  }
}
