import type { Logger } from 'pino';
import type { Background } from '../concurrency/background.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { addressKey } from '../http/client-address.js';
import { normaliseIdentifier } from '../identifiers.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { requireUser, type Users } from '../identity/users.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import type { User } from '../user.js';
import type { AccountMails } from './account-mails.js';
import type { ResetAccount, ResetTokens } from './reset-tokens.js';

const HOUR = 60 * 60_000;
/** Maximum requests per IP address, for any account: enough for an office. */
const PER_ADDRESS: Limit = { max: 20, windowMs: HOUR };
/** Maximum emails to an account, regardless of the requester. */
const PER_ACCOUNT: Limit = { max: 3, windowMs: HOUR };

export interface ResetRequest {
  /** Username or email, as typed. */
  readonly login: string;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

export interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Password reset by an emailed link. */
export interface PasswordReset {
  /**
   * Accepts a request for a reset link.
   * The account is looked up later and the result is sent only by email, so that neither the response nor its timing
   * reveals whether the account exists.
   * @throws HostError 429 `password_reset_too_many` for the requesting IP address
   */
  request(request: ResetRequest): Promise<void>;
  /** Returns the login whose password a token may change, or null for an invalid token. */
  loginOf(token: string): Promise<string | null>;
  /**
   * Sets the password, marks the account's email as verified, and ends the token and all sessions, all or nothing.
   * Application passwords stay valid: they are separate secrets and can be revoked individually.
   * @throws HostError 400 `password_reset_invalid` for an invalid or expired token, `rest_user_invalid_password`,
   *   `rest_user_weak_password`
   */
  redeem(request: NewPassword): Promise<void>;
}

export interface PasswordResetOptions {
  readonly db: Database;
  readonly users: Pick<Users, 'get' | 'setPassword' | 'update'>;
  readonly tokens: ResetTokens;
  readonly mails: AccountMails;
  readonly limiter: RateLimiter;
  readonly authEvents: Pick<AuthEvents, 'record'>;
  readonly background: Background;
  readonly log: Logger;
  /** URLs of pages of the host. Null if the site's URL is not configured. */
  readonly links: { lostPage(): string | null };
}

export function createPasswordReset(options: PasswordResetOptions): PasswordReset {
  const { db, users, tokens, mails, limiter, authEvents, background, log, links } = options;

  /** Finds the account with this login, or else the one with this email, as the login does. */
  async function accountOf(login: string): Promise<ResetAccount | null> {
    const identifier = normaliseIdentifier(login);
    const accounts = await db.query
      .selectFrom('users')
      .select(['id', 'login', 'email', 'name', 'provider', 'password_hash as passwordHash'])
      .where((row) => row.or([row('login', '=', identifier), row('email', '=', identifier)]))
      .execute();
    return accounts.find((account) => account.login === identifier) ?? accounts[0] ?? null;
  }

  async function answerByMail({ login, ip, userAgent }: ResetRequest): Promise<void> {
    const account = await accountOf(login);
    await authEvents.record({ event: 'password_reset_requested', userId: account?.id, login, ip, userAgent });
    if (!account?.email) return;
    const { allowed } = await limiter.consume(`reset|account|${account.id}`, PER_ACCOUNT);
    if (!allowed) return;
    if (account.provider !== null) return mails.noPasswordHere(account);
    if (links.lostPage() === null) {
      log.error('The password reset link was not sent: set the option url (MORTISE_URL) to the URL of the site');
      return;
    }
    await mails.passwordReset(account);
  }

  async function proven(userId: number, origin: Pick<ResetRequest, 'ip' | 'userAgent'>): Promise<User> {
    const user = requireUser(await users.get(userId));
    if (user.emailVerified) return user;
    const verified = await users.update(userId, { emailVerified: true });
    await authEvents.record({ event: 'email_verified', userId, login: user.login, ...origin });
    return verified;
  }

  return {
    async request(request) {
      const { allowed, retryAfterMs } = await limiter.consume(`reset|${addressKey(request.ip)}`, PER_ADDRESS);
      if (!allowed) throw tooManyRequests(retryAfterMs);
      background.run('password reset', () => answerByMail(request));
    },
    async loginOf(token) {
      return (await tokens.find(token))?.login ?? null;
    },
    async redeem({ token, password, ip, userAgent }) {
      const account = await tokens.find(token);
      if (!account) throw invalidToken();
      const { id: userId, login } = account;
      await users.setPassword(userId, password, async () => {
        if (!(await tokens.consume(token))) throw invalidToken();
        await authEvents.record({ event: 'password_reset', userId, login, ip, userAgent });
        // The link was sent to the account's current email and is bound to it, so using it verifies the email.
        const user = await proven(userId, { ip, userAgent });
        await mails.passwordChanged(user);
        return null;
      });
    },
  };
}

function invalidToken(): HostError {
  return new HostError(
    'password_reset_invalid',
    'This link has expired. Links work once, for one hour. Request a new link.',
    { status: 400 },
  );
}

function tooManyRequests(waitMs: number): HostError {
  return new HostError('password_reset_too_many', 'Too many requests. Try again in an hour.', {
    status: 429,
    retry_after: secondsToWait(waitMs),
  });
}
