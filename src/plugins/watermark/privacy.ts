import type { Person } from '../../access.js';
import type { Database } from '../../database.js';
import type { OwnedHooks } from '../../hooks.js';

const BOOKMARKS = { name: 'watermark/bookmarks', label: 'Progress of watermark requests' };

/** Exports and erases the bookmarks of a user's calls. */
export function registerPrivacy(hooks: OwnedHooks, db: Database): void {
  hooks.addFilter('privacy_export', async (groups, person) => [
    ...groups,
    { ...BOOKMARKS, records: await bookmarksOf(db, person) },
  ]);

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const { length: count } = await bookmarksOf(db, person);
    if (!dryRun && person.user) await forget(db, person.user.id);
    return [...erasures, { ...BOOKMARKS, count, outcome: 'erased', reason: null }];
  });

  hooks.addAction('user_deleted', (user) => forget(db, user.id));
}

async function bookmarksOf(db: Database, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  return db.query
    .selectFrom('watermark_bookmarks')
    .select(['work', 'next_offset', 'last_id'])
    .where('user_id', '=', user.id)
    .orderBy('work')
    .execute();
}

async function forget(db: Database, userId: number): Promise<void> {
  await db.query.deleteFrom('watermark_bookmarks').where('user_id', '=', userId).execute();
}
