import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { User } from '../user.js';
import { deletePendingEmail } from './user-emails.js';
import './tables.js';

/** Reassigns an account's content to another user, or to none (0), in the transaction that deletes the account. */
export type HandOver = (userId: number, heir: number) => Promise<void>;

const NO_AUTHOR = 0;

/**
 * Deletes a user's rows. Posts and files are kept, with another author or none. Requires a transaction.
 * @throws HostError `rest_user_invalid_reassign` (400)
 */
export async function deleteUser(
  { db, handOver }: { readonly db: Database; readonly handOver: readonly HandOver[] },
  { id }: User,
  reassignTo: number | undefined,
): Promise<void> {
  if (reassignTo !== undefined) await assertHeir(db, id, reassignTo);
  for (const each of handOver) await each(id, reassignTo ?? NO_AUTHOR);
  await db.query.deleteFrom('application_passwords').where('user_id', '=', id).execute();
  await db.query.deleteFrom('api_keys').where('user_id', '=', id).execute();
  await db.query.deleteFrom('password_resets').where('user_id', '=', id).execute();
  await deletePendingEmail(db, id);
  await db.query.deleteFrom('user_roles').where('user_id', '=', id).execute();
  await db.query.deleteFrom('users').where('id', '=', id).execute();
}

async function assertHeir(db: Database, id: number, heir: number): Promise<void> {
  const row = await db.query.selectFrom('users').select('id').where('id', '=', heir).forUpdate().executeTakeFirst();
  if (row && heir !== id) return;
  throw new HostError('rest_user_invalid_reassign', 'Choose a user who takes over the posts.', {
    status: 400,
    field: 'reassign_to',
  });
}
