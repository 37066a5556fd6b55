import type { User } from '../user.js';
import type { AuthEvents } from './auth-events.js';
import { incorrectPassword } from './incorrect-password.js';
import type { LoginLimits } from './login-limits.js';
import type { Users } from './users.js';

export interface PasswordConfirmation {
  /**
   * Confirms the current password of a signed-in user, with the rate limits of the login.
   * @throws HostError `incorrect_password` (401), `login_too_many_attempts` (429)
   */
  confirm(credentials: {
    readonly user: User;
    readonly password: string;
    /** Operation that needs the confirmation, for the audit log: `password_change`. */
    readonly at: string;
    readonly ip?: string | undefined;
    readonly userAgent?: string | undefined;
  }): Promise<void>;
}

export function createPasswordConfirmation({
  users,
  limits,
  authEvents,
}: {
  readonly users: Pick<Users, 'verifyPassword'>;
  readonly limits: LoginLimits;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}): PasswordConfirmation {
  return {
    async confirm({ user, password, at, ip, userAgent }) {
      const { id: userId, login } = user;
      const takeBack = await limits.begin({ login, ip });
      // A username may equal another user's email. It must not turn this into a check of that user's password.
      if ((await users.verifyPassword(login, password))?.id !== userId) {
        await authEvents.record({ event: 'login_failed', userId, login, ip, userAgent, detail: { at } });
        throw incorrectPassword();
      }
      await takeBack();
    },
  };
}
