import type { EmailConfirmations } from '../../accounts/email-confirmations.js';
import type { PasswordReset } from '../../accounts/password-reset.js';
import type { Login } from '../../identity/login.js';
import type { Assets } from '../../pages/assets.js';
import type { LoginLinks } from '../../pages/login-links.js';
import type { RenderPage } from '../../pages/render.js';
import type { Strings } from '../../templates/strings.js';
import { coreCatalogues } from '../../texts/core-catalogues.js';
import type { LocalizedSite } from '../../texts/localized-site.js';

/** Services that the login pages use. */
export interface LoginPagesParts {
  readonly site: LocalizedSite;
  readonly login: Login;
  readonly links: LoginLinks;
  readonly passwordReset: PasswordReset;
  readonly emailConfirmations: Pick<EmailConfirmations, 'find' | 'redeem'>;
  readonly render: RenderPage;
  readonly assets: Pick<Assets, 'href'>;
}

/** Texts of the login pages, in the site's language. */
export function stringsOf(site: LocalizedSite): Strings {
  return site.strings(site.locale, coreCatalogues);
}

/** Script that shows and hides the typed password. */
export const LOGIN_SCRIPT = 'core/login.js';

/** Script that clears browser storage on logout. */
export const LOGOUT_SCRIPT = 'core/logout.js';
