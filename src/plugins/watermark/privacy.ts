import type { Person } from '../../access.js';
import { type Database, utc } from '../../database.js';
import type { OwnedHooks } from '../../hooks.js';

const RUNS = { name: 'watermark/runs', label: 'Watermark runs' };
const BOOKMARKS = { name: 'watermark/bookmarks', label: 'Progress of watermark requests' };

/** Exports and detaches the user of runs; erases the bookmarks of a user's calls. */
export function registerPrivacy(hooks: OwnedHooks, db: Database): void {
  hooks.addFilter('privacy_export', async (groups, person) => [
    ...groups,
    { ...RUNS, records: await runsOf(db, person) },
    { ...BOOKMARKS, records: await bookmarksOf(db, person) },
  ]);

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const [{ length: runs }, { length: bookmarks }] = [await runsOf(db, person), await bookmarksOf(db, person)];
    if (!dryRun && person.user) await forget(db, person.user.id);
    const reason = 'The record of changed images stays for ninety days. The person is removed.';
    return [
      ...erasures,
      { ...RUNS, count: runs, outcome: 'detached', reason },
      { ...BOOKMARKS, count: bookmarks, outcome: 'erased', reason: null },
    ];
  });

  hooks.addAction('user_deleted', (user) => forget(db, user.id));
}

async function runsOf(db: Database, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  const rows = await db.query
    .selectFrom('watermark_runs')
    .select(['id', 'work', 'state', 'total', 'created_at'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: utc.decode(created_at).toISOString() }));
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
  await db.query.updateTable('watermark_runs').set({ user_id: null }).where('user_id', '=', userId).execute();
  await db.query.deleteFrom('watermark_bookmarks').where('user_id', '=', userId).execute();
}
