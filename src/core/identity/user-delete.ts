import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import '../content/tables.js';
import type { User } from '../user.js';
import './tables.js';

/** The author of posts that nobody has written. */
const NOBODY = 0;

/**
 * Deletes a user's rows; posts and files stay, with another author or none. Part of a transaction.
 * @throws HostError `rest_user_invalid_reassign` (400)
 */
export async function deleteUser(db: Database, { id }: User, reassignTo: number | undefined): Promise<void> {
  if (reassignTo !== undefined) await assertHeir(db, id, reassignTo);
  await db.query
    .updateTable('posts')
    .set({ author_id: reassignTo ?? NOBODY })
    .where('author_id', '=', id)
    .execute();
  await db.query
    .updateTable('attachments')
    .set({ author_id: reassignTo ?? NOBODY })
    .where('author_id', '=', id)
    .execute();
  await db.query.deleteFrom('application_passwords').where('user_id', '=', id).execute();
  await db.query.deleteFrom('api_keys').where('user_id', '=', id).execute();
  await db.query.deleteFrom('password_resets').where('user_id', '=', id).execute();
  await db.query.deleteFrom('user_roles').where('user_id', '=', id).execute();
  await db.query.deleteFrom('users').where('id', '=', id).execute();
}

async function assertHeir(db: Database, id: number, heir: number): Promise<void> {
  const row = await db.query.selectFrom('users').select('id').where('id', '=', heir).forUpdate().executeTakeFirst();
  if (row && heir !== id) return;
  throw new HostError('rest_user_invalid_reassign', 'Choose another user who gets the posts.', {
    status: 400,
    field: 'reassign_to',
  });
}
