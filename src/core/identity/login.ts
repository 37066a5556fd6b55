import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { User } from '../user.js';
import type { AuthEvents } from './auth-events.js';
import { incorrectPassword } from './incorrect-password.js';
import { createLoginLimits } from './login-limits.js';
import type { Sessions } from './sessions.js';
import type { Users } from './users.js';

export interface LoginAttempt {
  /** Username or email. */
  readonly login: string;
  readonly password: string;
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
  /** Session token that the browser sent. Its session ends when the login succeeds. */
  readonly previousToken?: string | undefined;
}

export interface Login {
  /**
   * Starts a session and ends the browser's previous one, which prevents session fixation.
   * @throws HostError `incorrect_password` (401), `login_too_many_attempts` (429) before the password is checked
   */
  attempt(attempt: LoginAttempt): Promise<{ readonly user: User; readonly token: string; readonly expiresAt: Date }>;
  /** Ends the token's session, which invalidates its nonces. A session that has already ended is no error. */
  logout(
    token: string,
    from?: { readonly ip?: string | undefined; readonly userAgent?: string | undefined },
  ): Promise<void>;
}

export interface LoginOptions {
  readonly users: Pick<Users, 'verifyPassword'>;
  readonly sessions: Pick<Sessions, 'create' | 'revoke'>;
  /** Counter of failed attempts. */
  readonly limiter: RateLimiter;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}

/** Creates login and logout by username and password. The pages that use it check nonces and the request's origin. */
export function createLogin({ users, sessions, limiter, authEvents }: LoginOptions): Login {
  const limits = createLoginLimits(limiter);
  return {
    async attempt({ login, password, userAgent, ip, previousToken }) {
      const takeBack = await limits.begin({ login, ip });
      const user = await users.verifyPassword(login, password);
      if (!user) {
        await authEvents.record({ event: 'login_failed', login, ip, userAgent });
        throw incorrectPassword();
      }
      await takeBack();
      const { token, expiresAt } = await sessions.create({ userId: user.id, userAgent, ip, previousToken });
      await authEvents.record({ event: 'login', userId: user.id, login: user.login, ip, userAgent });
      return { user, token, expiresAt };
    },
    async logout(token, { ip, userAgent } = {}) {
      const userId = await sessions.revoke(token);
      if (userId !== null) await authEvents.record({ event: 'logout', userId, ip, userAgent });
    },
  };
}
