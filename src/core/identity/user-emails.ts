import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { User } from '../user.js';
import type { ExternalDetails, UserChanges } from './users.js';
import './tables.js';

/** Kind of the email confirmations that are about accounts. */
export const ACCOUNT_EMAIL = 'account';

/** Columns of an account's address. */
export interface EmailColumns {
  readonly email?: string;
  readonly email_verified_at?: string | null;
}

/** Cancels the change of an account's address, as part of the running transaction. */
export async function deletePendingEmail(db: Pick<Database, 'query'>, userId: number): Promise<void> {
  await db.query
    .deleteFrom('email_confirmations')
    .where('kind', '=', ACCOUNT_EMAIL)
    .where('subject_id', '=', userId)
    .execute();
}

/**
 * Takes an address from the account that has it unverified, for one that has proven it. Part of a transaction.
 * @param owner who keeps it; 0 for an account that is being created
 * @returns whether an account lost the address
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
 * Columns that a change of the address writes. A new address cancels one that waits to be confirmed and counts as
 * unverified, unless the change says that it is verified. Part of a transaction.
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

/** When an address was proven that is being stored now. */
export function verifiedAt(isVerified: boolean | undefined): string | null {
  return isVerified ? utc.encode(new Date()) : null;
}

/** Whether the site vouches for an address that the account has and did not prove yet. */
export function isNewlyVouched({ email, emailVerified }: User, details: ExternalDetails): boolean {
  return (
    details.emailVerified === true && !emailVerified && email !== '' && details.email?.trim().toLowerCase() === email
  );
}
