import type { Users } from '../../../access.js';
import { HostError } from '../../../index.js';
import { type Affiliate, nameOf } from './affiliate.js';

/**
 * Finds or creates the account an affiliate signs in with. It is the account with their email, or a new one whose
 * password they set by the password reset link. This signs no user in, and only the owner of the mailbox learns of the
 * account. An account that has not verified the email may belong to another person.
 * @param isUnproven whether a stranger registered: an existing account with the email is then not linked
 * @returns the account's id, or null if the existing account may belong to another person
 */
export async function provideAccount(
  users: Pick<Users, 'byEmail' | 'byLogin' | 'create'>,
  affiliate: Affiliate,
  isUnproven: boolean,
): Promise<number | null> {
  const present = await users.byEmail(affiliate.email);
  if (present) return isUnproven || !present.emailVerified ? null : present.id;
  const { email, emailVerified } = affiliate;
  const account = { email, emailVerified, name: nameOf(affiliate) };
  const login = (await users.byLogin(affiliate.code)) ? affiliate.email : affiliate.code;
  try {
    return (await users.create({ ...account, login })).id;
  } catch (error) {
    // A concurrent request took the login name.
    if (!(error instanceof HostError && error.code === 'existing_user_login')) throw error;
    return (await users.create({ ...account, login: email })).id;
  }
}
