import type { EmailConfirmations } from '../../accounts/email-confirmations.js';
import type { PasswordReset } from '../../accounts/password-reset.js';
import type { Login } from '../../identity/login.js';
import type { Assets } from '../../pages/assets.js';
import type { LoginLinks } from '../../pages/login-links.js';
import type { RenderPage } from '../../pages/render.js';
import { coreCatalogues } from '../../templates/strings/catalogues.js';
import type { Strings } from '../../templates/strings.js';
import type { LocalizedSite } from '../../texts/localized-site.js';

/** What the pages around logging in are made of. */
export interface LoginPagesParts {
  readonly site: LocalizedSite;
  readonly login: Login;
  readonly links: LoginLinks;
  readonly passwordReset: PasswordReset;
  readonly emailConfirmations: Pick<EmailConfirmations, 'find' | 'redeem'>;
  readonly render: RenderPage;
  readonly assets: Pick<Assets, 'href'>;
}

/** These pages speak the language of the site. */
export function stringsOf(site: LocalizedSite): Strings {
  return site.strings(site.locale, coreCatalogues);
}

/** Shows and hides what is typed as a password. */
export const LOGIN_SCRIPT = 'core/login.js';

/** Removes what is kept in the browser of whoever logs out. */
export const LOGOUT_SCRIPT = 'core/logout.js';
