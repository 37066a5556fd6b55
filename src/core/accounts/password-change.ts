import type { AuthEvents } from '../identity/auth-events.js';
import type { PasswordConfirmation } from '../identity/password-confirmation.js';
import type { IssuedToken, Sessions } from '../identity/sessions.js';
import type { Users } from '../identity/users.js';
import type { User } from '../user.js';
import type { AccountMails } from './account-mails.js';

export interface PasswordChangeRequest {
  readonly user: User;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Token of the current session, from the cookie. */
  readonly token: string;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Password change by a signed-in user who knows the current password. */
export interface PasswordChange {
  /**
   * Sets the password, rotates the current session's token and ends all other sessions of the user.
   * Notifies the user by email. Application passwords stay valid.
   * @returns the new token for the cookie, or null if the token belongs to no session of the user
   * @throws HostError `incorrect_password` (401) for the current password, `login_too_many_attempts` (429), and 400
   *   `rest_user_invalid_password`, `rest_user_weak_password` for the new one
   */
  change(request: PasswordChangeRequest): Promise<IssuedToken | null>;
}

export function createPasswordChange(parts: {
  readonly users: Pick<Users, 'setPassword'>;
  readonly sessions: Pick<Sessions, 'verify' | 'rotate'>;
  readonly confirmation: PasswordConfirmation;
  readonly authEvents: Pick<AuthEvents, 'record'>;
  readonly mails: AccountMails;
}): PasswordChange {
  const { users, sessions, confirmation, authEvents, mails } = parts;
  return {
    async change({ user, currentPassword, newPassword, token, ip, userAgent }) {
      const { id: userId, login } = user;
      await confirmation.confirm({ user, password: currentPassword, at: 'password_change', ip, userAgent });
      const isOwn = (await sessions.verify(token))?.userId === userId;
      let issued: IssuedToken | null = null;
      await users.setPassword(userId, newPassword, async () => {
        await authEvents.record({ event: 'password_changed', userId, login, ip, userAgent });
        await mails.passwordChanged(user);
        issued = isOwn ? await sessions.rotate(token) : null;
        return issued;
      });
      return issued;
    },
  };
}
