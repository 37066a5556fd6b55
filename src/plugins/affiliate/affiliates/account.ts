import { HostError, type Users } from '../../../index.js';
import { type Affiliate, nameOf } from './affiliate.js';

/**
 * The account by which somebody signs in: the one that has their address, or a new one whose password they set by the
 * link for forgotten ones. Nobody is signed in by it, and it shows itself only to who reads the mails of that address.
 * An account that has not verified the address may be somebody else's.
 * @param isUnproven whether a stranger registered: an account that has the address stays its owner's alone
 * @returns the id of the account; null where there is one that may be somebody else's
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
    // Somebody else had the name a moment earlier.
    if (!(error instanceof HostError && error.code === 'existing_user_login')) throw error;
    return (await users.create({ ...account, login: email })).id;
  }
}
