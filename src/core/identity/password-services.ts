import type { Background } from '../background.js';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Templates } from '../pages/templates.js';
import type { Mail } from '../services/mail/mail.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Site } from '../site.js';
import { createAccountMails } from './account-mails.js';
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
  readonly now?: () => number;
}): PasswordServices {
  const { config, site, limiter } = parts;
  const shared = { ...parts, log: config.log, mails: createAccountMails(parts) };
  const confirmation = createPasswordConfirmation({ ...parts, limits: createLoginLimits(limiter) });
  // Links are made of the configured address alone: the Host header of the request says what its sender wants.
  const hasPages = config.login?.url === undefined;
  const page = (path: string): string | null => (hasPages && mayLink(config) ? site.url(site.admin + path) : null);
  const lostPage = () => page(LOST_PASSWORD_PATH);
  return {
    passwordConfirmation: confirmation,
    passwordReset: createPasswordReset({
      ...shared,
      tokens: createResetTokens(parts),
      links: { lostPage, resetPage: (token) => page(`${RESET_PASSWORD_PATH}?token=${token}`) },
    }),
    passwordChange: createPasswordChange({ ...shared, confirmation, lostPage }),
    profileChange: createProfileChange({ ...parts, confirmation }),
  };
}

/** On a developer's machine the default address is the right one; in production it would lead readers to themselves. */
export function mayLink({ isUrlKnown, debug }: Pick<Config, 'isUrlKnown' | 'debug'>): boolean {
  return isUrlKnown || debug;
}
