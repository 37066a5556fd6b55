import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { User } from '../user.js';
import type { ExternalDetails, UserChanges } from './users.js';
import './tables.js';

/** Kind of email confirmations for accounts. */
export const ACCOUNT_EMAIL = 'account';

/** Email columns of an account. */
export interface EmailColumns {
  readonly email?: string;
  readonly email_verified_at?: string | null;
}

/** Cancels a pending change of an account's email, in the current transaction. @returns number of rows deleted */
export async function deletePendingEmail(db: Pick<Database, 'query'>, userId: number): Promise<bigint> {
  const { numDeletedRows } = await db.query
    .deleteFrom('email_confirmations')
    .where('kind', '=', ACCOUNT_EMAIL)
    .where('subject_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows;
}

/**
 * Removes an email from the account that has it unverified, for one that has verified it. Requires a transaction.
 * @param owner id of the user who keeps the email; 0 for an account that is being created
 * @returns whether an account lost the email
 */
export async function releaseEmail(db: Pick<Database, 'query'>, email: string, owner = 0): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('id', '!=', owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns the columns to write for a change of email. Requires a transaction.
 * A new email cancels a pending one, and counts as unverified unless the change says otherwise.
 */
export async function emailColumns(
  db: Pick<Database, 'query'>,
  before: User,
  { email = before.email, emailVerified }: Pick<UserChanges, 'email' | 'emailVerified'>,
): Promise<EmailColumns> {
  const isNew = email !== before.email;
  if (isNew) await deletePendingEmail(db, before.id);
  if (emailVerified) await releaseEmail(db, email, before.id);
  const isVerified = email !== '' && (emailVerified ?? (!isNew && before.emailVerified));
  return {
    ...(isNew && { email }),
    ...((isNew || isVerified !== before.emailVerified) && { email_verified_at: verifiedAt(isVerified) }),
  };
}

/** Verification time for an email that is being stored. */
export function verifiedAt(isVerified: boolean | undefined): string | null {
  return isVerified ? utc.encode(new Date()) : null;
}

/** Whether the site reports an account's unverified email as verified. */
export function isNewlyVouched({ email, emailVerified }: User, details: ExternalDetails): boolean {
  return (
    details.emailVerified === true && !emailVerified && email !== '' && details.email?.trim().toLowerCase() === email
  );
}
