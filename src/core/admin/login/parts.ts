import type { Login } from '../../identity/login.js';
import type { PasswordReset } from '../../identity/password-reset.js';
import type { Assets } from '../../pages/assets.js';
import type { LoginLinks } from '../../pages/login-links.js';
import type { RenderPage } from '../../pages/render.js';
import { coreCatalogues } from '../../pages/strings/catalogues.js';
import { createStrings, type Strings } from '../../pages/strings.js';
import type { Site } from '../../site.js';

/** What the pages around logging in are made of. */
export interface LoginPagesParts {
  readonly site: Site;
  readonly login: Login;
  readonly links: LoginLinks;
  readonly passwordReset: PasswordReset;
  readonly render: RenderPage;
  readonly assets: Pick<Assets, 'href'>;
}

/** These pages speak the language of the site. */
export function stringsOf(site: Site): Strings {
  return createStrings(site.locale, coreCatalogues);
}

/** Shows and hides what is typed as a password. */
export const LOGIN_SCRIPT = 'core/login.js';
