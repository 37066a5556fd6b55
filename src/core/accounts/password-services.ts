import type { Logger } from 'pino';
import type { Background } from '../concurrency/background.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import { normaliseIdentifier } from '../identifiers.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { createLoginLimits } from '../identity/login-limits.js';
import { CONFIRM_EMAIL_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../identity/login-paths.js';
import { createPasswordConfirmation, type PasswordConfirmation } from '../identity/password-confirmation.js';
import type { IssuedToken, Sessions } from '../identity/sessions.js';
import { ACCOUNT_EMAIL } from '../identity/user-emails.js';
import { requireUser, type Users } from '../identity/users.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { Mail } from '../services/mail/mail.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Templates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { User } from '../user.js';
import { type AccountMails, createAccountMails } from './account-mails.js';
import { createEmailChange, type EmailChange } from './email-change.js';
import { createEmailConfirmations, type EmailConfirmations } from './email-confirmations.js';
import { createPasswordReset, type PasswordReset } from './password-reset.js';
import { createResetTokens } from './reset-tokens.js';
import { originOf } from './routes/route-parts.js';
import type { Actor } from './user-management.js';

/** Settings that decide whether emails may contain links to the site. */
export interface PublicAddress {
  /** Whether the site's URL is configured. */
  readonly isUrlKnown: boolean;
  readonly debug: boolean;
}

/** Services for changing passwords and emails, and the confirmations they require. */
export interface PasswordServices {
  readonly accountMails: AccountMails;
  readonly emailChange: EmailChange;
  readonly emailConfirmations: EmailConfirmations;
  readonly passwordConfirmation: PasswordConfirmation;
  readonly passwordReset: PasswordReset;
  readonly passwordChange: PasswordChange;
  readonly profileChange: ProfileChange;
}

export interface PasswordServiceParts {
  readonly config: PublicAddress & { readonly login?: { readonly url?: string }; readonly log: Logger };
  readonly site: LocalizedSite;
  readonly db: Database;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly authEvents: AuthEvents;
  readonly templates: Templates;
  readonly mail: Mail;
  readonly background: Background;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly secretBox: SecretBox;
  readonly now?: () => number;
}

export function createPasswordServices(parts: PasswordServiceParts): PasswordServices {
  const { config, site, limiter } = parts;
  const confirmation = createPasswordConfirmation({ ...parts, limits: createLoginLimits(limiter) });
  // Links use only the configured URL: an attacker can set the Host header of a request.
  const hasPages = config.login?.url === undefined;
  const page = (path: string): string | null => (hasPages && mayLink(config) ? site.url(site.admin + path) : null);
  const lostPage = () => page(LOST_PASSWORD_PATH);
  const resetPage = (token: string) => page(`${RESET_PASSWORD_PATH}?token=${token}`);
  // Available with the site's own login too, because its accounts also have emails.
  const confirmPage = (token: string) =>
    mayLink(config) ? site.url(`${site.admin}${CONFIRM_EMAIL_PATH}?token=${token}`) : null;
  const links = { lostPage, resetPage, confirmPage };
  const tokens = createResetTokens(parts);
  const confirmations = createEmailConfirmations({ ...parts, links });
  const mails = createAccountMails({
    ...parts,
    log: config.log,
    tokens,
    pendingEmails: confirmations.of(ACCOUNT_EMAIL),
    links,
  });
  const shared = { ...parts, log: config.log, mails };
  const emailChange = createEmailChange({ ...shared, confirmation, confirmations });
  return {
    accountMails: mails,
    emailChange,
    emailConfirmations: confirmations,
    passwordConfirmation: confirmation,
    passwordReset: createPasswordReset({
      ...shared,
      tokens,
      links,
    }),
    passwordChange: createPasswordChange({ ...shared, confirmation }),
    profileChange: createProfileChange({ ...shared, emailChange }),
  };
}

/**
 * Whether emails may contain links to the site.
 * In development the default URL is right. In production it would point to the reader's own machine.
 */
export function mayLink({ isUrlKnown, debug }: PublicAddress): boolean {
  return isUrlKnown || debug;
}

interface PasswordChangeRequest {
  readonly user: User;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Token of the current session, from the cookie. */
  readonly token: string;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Password change by a signed-in user who knows the current password. */
interface PasswordChange {
  /**
   * Sets the password, rotates the current session's token and ends all other sessions of the user.
   * Notifies the user by email. Application passwords stay valid.
   * @returns the new token for the cookie, or null if the token belongs to no session of the user
   * @throws HostError `incorrect_password` (401) for the current password, `login_too_many_attempts` (429), and 400
   *   `rest_user_invalid_password`, `rest_user_weak_password` for the new one
   */
  change(request: PasswordChangeRequest): Promise<IssuedToken | null>;
}

function createPasswordChange(parts: {
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

/** Changes that users make to their own account. */
interface ProfileChange {
  /**
   * Saves the name and email.
   * A new email requires the current password, if there is one, and is pending until its emailed link is opened.
   * @throws HostError as `Users.update` and `EmailChange.prepare`
   */
  save(
    actor: Actor,
    changes: { readonly name: string; readonly email: string; readonly currentPassword: string },
  ): Promise<User>;
}

function createProfileChange({
  db,
  users,
  emailChange,
  authEvents,
}: {
  readonly db: Pick<Database, 'transaction'>;
  readonly users: Pick<Users, 'update'>;
  readonly emailChange: Pick<EmailChange, 'prepare'>;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}): ProfileChange {
  return {
    async save(actor, { name, email, currentPassword }) {
      const user = requireUser(actor.user);
      const origin = originOf(actor);
      const hasNewEmail = normaliseIdentifier(email) !== user.email;
      const storeEmail = hasNewEmail ? await emailChange.prepare(actor, email, currentPassword) : null;
      // The email is optional: an account of the site's login may have none.
      return db.transaction(async () => {
        const saved = await users.update(user.id, { name });
        if (saved.name !== user.name) {
          await authEvents.record({
            event: 'user_updated',
            userId: user.id,
            login: user.login,
            ...origin,
            detail: { changed: ['name'] },
          });
        }
        await storeEmail?.();
        return saved;
      });
    },
  };
}
