import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { User } from '../user.js';
import type { AuthEvents } from './auth-events.js';
import { incorrectPassword } from './incorrect-password.js';
import { createLoginLimits } from './login-limits.js';
import type { Sessions } from './sessions.js';
import type { Users } from './users.js';

export interface LoginAttempt {
  /** Name or e-mail address. */
  readonly login: string;
  readonly password: string;
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
  /** The token that the browser sent along: its session ends when the login succeeds. */
  readonly previousToken?: string | undefined;
}

export interface Login {
  /**
   * Starts a session. The session the browser had before ends, so that nobody who planted or read its token is
   * signed in along with the person.
   * @throws HostError `incorrect_password` (401), `login_too_many_attempts` (429) before the password is looked at
   */
  attempt(attempt: LoginAttempt): Promise<{ readonly user: User; readonly token: string; readonly expiresAt: Date }>;
  /** Ends the session of the token, and with it all its nonces. A session that has ended already is no error. */
  logout(
    token: string,
    from?: { readonly ip?: string | undefined; readonly userAgent?: string | undefined },
  ): Promise<void>;
}

export interface LoginOptions {
  readonly users: Pick<Users, 'verifyPassword'>;
  readonly sessions: Pick<Sessions, 'create' | 'revoke'>;
  /** Counts failures. */
  readonly limiter: RateLimiter;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}

/** Signing in and out by name and password; the pages around it check nonces and where the request came from. */
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
