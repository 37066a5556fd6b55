import { HostError } from '../errors.js';
import { normaliseIdentifier } from '../identifiers.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { parsePassword, requireField } from './user-fields.js';

/**
 * Validates a new password: long enough, not the account's name, not a common password (NIST SP 800-63B, 3.1.1.2).
 * There are no rules about character types.
 * @throws HostError 400 `rest_user_invalid_password` for its length, `rest_user_weak_password` if it is easy to guess
 */
export function requireNewPassword(
  password: string,
  account: { readonly login: string; readonly email: string | null },
): string {
  const parsed = requireField('password', parsePassword(password));
  const plain = normaliseIdentifier(parsed.normalize('NFKC'));
  const email = account.email ?? '';
  const names = [account.login, email, email.split('@')[0]];
  if (!names.includes(plain) && !COMMON_PASSWORDS.has(plain)) return parsed;
  throw new HostError(
    'rest_user_weak_password',
    "This password is easy to guess: it is the account's name or a common password. Choose another one.",
    { status: 400, field: 'password' },
  );
}
