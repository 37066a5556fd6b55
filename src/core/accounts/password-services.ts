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

/** What decides on whether links may lead to the site's address. */
export interface PublicAddress {
  /** Whether somebody said what it is. */
  readonly isUrlKnown: boolean;
  readonly debug: boolean;
}

/** How passwords and email addresses get changed, and what a password or a link has to confirm. */
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
  // Links are made of the configured address alone: the Host header of the request says what its sender wants.
  const hasPages = config.login?.url === undefined;
  const page = (path: string): string | null => (hasPages && mayLink(config) ? site.url(site.admin + path) : null);
  const lostPage = () => page(LOST_PASSWORD_PATH);
  const resetPage = (token: string) => page(`${RESET_PASSWORD_PATH}?token=${token}`);
  // Sites with a login of their own have accounts with addresses, too.
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

/** On a developer's machine the default address is the right one; in production it would lead readers to themselves. */
export function mayLink({ isUrlKnown, debug }: PublicAddress): boolean {
  return isUrlKnown || debug;
}
