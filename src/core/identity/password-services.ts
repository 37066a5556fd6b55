import type { Background } from '../background.js';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Templates } from '../pages/templates.js';
import type { SecretBox } from '../secret-box.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { Mail } from '../services/mail/mail.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Site } from '../site.js';
import { type AccountMails, createAccountMails } from './account-mails.js';
import type { AuthEvents } from './auth-events.js';
import { createLoginLimits } from './login-limits.js';
import { LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from './login-paths.js';
import { createPasswordChange, type PasswordChange } from './password-change.js';
import { createPasswordConfirmation, type PasswordConfirmation } from './password-confirmation.js';
import { createPasswordReset, type PasswordReset } from './password-reset.js';
import { createProfileChange, type ProfileChange } from './profile-change.js';
import { createResetTokens } from './reset-tokens.js';
import type { Sessions } from './sessions.js';
import type { Users } from './users.js';

/** How passwords get changed, and what a password has to confirm. */
export interface PasswordServices {
  readonly accountMails: AccountMails;
  readonly passwordConfirmation: PasswordConfirmation;
  readonly passwordReset: PasswordReset;
  readonly passwordChange: PasswordChange;
  readonly profileChange: ProfileChange;
}

export function createPasswordServices(parts: {
  readonly config: Config;
  readonly site: Site;
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
}): PasswordServices {
  const { config, site, limiter } = parts;
  const confirmation = createPasswordConfirmation({ ...parts, limits: createLoginLimits(limiter) });
  // Links are made of the configured address alone: the Host header of the request says what its sender wants.
  const hasPages = config.login?.url === undefined;
  const page = (path: string): string | null => (hasPages && mayLink(config) ? site.url(site.admin + path) : null);
  const lostPage = () => page(LOST_PASSWORD_PATH);
  const resetPage = (token: string) => page(`${RESET_PASSWORD_PATH}?token=${token}`);
  const links = { lostPage, resetPage };
  const tokens = createResetTokens(parts);
  const mails = createAccountMails({ ...parts, log: config.log, tokens, links });
  const shared = { ...parts, log: config.log, mails };
  return {
    accountMails: mails,
    passwordConfirmation: confirmation,
    passwordReset: createPasswordReset({
      ...shared,
      tokens,
      links,
    }),
    passwordChange: createPasswordChange({ ...shared, confirmation }),
    profileChange: createProfileChange({ ...shared, confirmation }),
  };
}

/** On a developer's machine the default address is the right one; in production it would lead readers to themselves. */
export function mayLink({ isUrlKnown, debug }: Pick<Config, 'isUrlKnown' | 'debug'>): boolean {
  return isUrlKnown || debug;
}
