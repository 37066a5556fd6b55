import type { Identity } from '../identity/authenticator.js';
import type { Site } from '../site.js';

/** URLs of the site's own login and logout: paths of the site, or full URLs. */
export interface LoginOptions {
  /** Target of our login links and redirects. It turns our own login page off. */
  readonly url?: string;
  /** Without it, our pages offer no logout from the site's session. */
  readonly logoutUrl?: string;
  /** Link of the user's name. Default: the admin area. */
  readonly accountUrl?: string;
  /** Name of the parameter with the return URL. @default 'redirect_to' */
  readonly redirectParameter?: string;
}

/** Login and logout URLs for pages. */
export interface LoginLinks {
  /** Whether users sign in on our own page. */
  readonly isOwn: boolean;
  /** @param back path of this host to return to, such as `site.href('/kb')` */
  logIn(back: string): string;
  /** Null if only the site can end the session and has configured no logout URL. */
  logOut(identity: Identity | null, back: string): string | null;
  readonly account: string;
}

/** Return URLs always use the site's configured URL, never that of the request. */
export function createLoginLinks(site: Site, options: LoginOptions = {}): LoginLinks {
  const { url, logoutUrl, accountUrl, redirectParameter = 'redirect_to' } = options;

  function withWayBack(target: string, back: string): string {
    const address = new URL(target, site.origin);
    const isElsewhere = address.origin !== site.origin;
    address.searchParams.set(redirectParameter, isElsewhere ? site.origin + back : back);
    return isElsewhere ? address.href : address.pathname + address.search + address.hash;
  }

  return {
    isOwn: url === undefined,
    logIn: (back) =>
      url === undefined
        ? `${site.href(site.admin)}/login?redirect_to=${encodeURIComponent(back)}`
        : withWayBack(url, back),
    logOut(identity, back) {
      // Users who signed in on our page also sign out there, even if the site has its own logout.
      if (identity?.method === 'session') return `${site.href(site.admin)}/logout`;
      return logoutUrl === undefined ? null : withWayBack(logoutUrl, back);
    },
    account: accountUrl ?? site.href(site.admin),
  };
}
