import type { Person } from '../../../../access.js';
import type { Database } from '../../../../database.js';
import { utc } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';

const RUNS = { name: 'knowledge-base/imports', label: 'Article imports' };

/** Registers privacy export and erasure for the users and authors of import runs. */
export function registerRunPrivacy(hooks: OwnedHooks, db: Database): void {
  hooks.addFilter('privacy_export', async (groups, person) => [
    ...groups,
    { ...RUNS, records: await runsOf(db, person) },
  ]);

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const { length: count } = await runsOf(db, person);
    if (!dryRun && person.user) await detach(db, person.user.id, null);
    const reason = 'The import record stays for ninety days. The person is removed.';
    return [...erasures, { ...RUNS, count, outcome: 'detached', reason }];
  });

  hooks.addAction('user_deleted', (user, reassignTo) => detach(db, user.id, reassignTo));
}

async function runsOf(db: Database, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  const rows = await db.query
    .selectFrom('kb_import_runs')
    .select(['id', 'state', 'source', 'file_name', 'file_bytes', 'created_at'])
    .where(({ eb, or }) => or([eb('user_id', '=', user.id), eb('author_id', '=', user.id)]))
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, file_bytes, ...row }) => ({
    ...row,
    file_bytes: Number(file_bytes),
    created_at: utc.decode(created_at).toISOString(),
  }));
}

/** @param heir id of the user who takes over the account's articles */
async function detach(db: Database, userId: number, heir: number | null): Promise<void> {
  await db.query.updateTable('kb_import_runs').set({ user_id: null }).where('user_id', '=', userId).execute();
  await db.query.updateTable('kb_import_runs').set({ author_id: heir }).where('author_id', '=', userId).execute();
}
