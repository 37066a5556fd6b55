import type { Logger } from 'pino';
import type { Background } from '../concurrency/background.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { createLoginLimits } from '../identity/login-limits.js';
import { CONFIRM_EMAIL_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../identity/login-paths.js';
import { createPasswordConfirmation, type PasswordConfirmation } from '../identity/password-confirmation.js';
import type { Sessions } from '../identity/sessions.js';
import { ACCOUNT_EMAIL } from '../identity/user-emails.js';
import type { Users } from '../identity/users.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { Mail } from '../services/mail/mail.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Templates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import { type AccountMails, createAccountMails } from './account-mails.js';
import { createEmailChange, type EmailChange } from './email-change.js';
import { createEmailConfirmations, type EmailConfirmations } from './email-confirmations.js';
import { createPasswordChange, type PasswordChange } from './password-change.js';
import { createPasswordReset, type PasswordReset } from './password-reset.js';
import { createProfileChange, type ProfileChange } from './profile-change.js';
import { createResetTokens } from './reset-tokens.js';

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
