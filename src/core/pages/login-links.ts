import type { Identity } from '../identity/authenticator.js';
import type { Site } from '../site.js';

/** Where people of a site with a login of its own log in and out: paths of the site, or full addresses. */
export interface LoginOptions {
  /** Our links and redirects lead there, and our own login page is off. */
  readonly url?: string;
  /** Without it our pages offer no way out of the site's session. */
  readonly logoutUrl?: string;
  /** Behind the person's name. Default: our admin area. */
  readonly accountUrl?: string;
  /** Name of the parameter with the way back. Default `redirect_to`. */
  readonly redirectParameter?: string;
}

/** The ways in and out, as pages link to them. */
export interface LoginLinks {
  /** Whether people log in on our own page. */
  readonly isOwn: boolean;
  /** @param back path of this host to return to, such as `site.href('/kb')` */
  logIn(back: string): string;
  /** Null where only the site can end the session, and does not say where. */
  logOut(identity: Identity | null, back: string): string | null;
  readonly account: string;
}

/** The way back is always an address of this site, built from its configured address and never from the request's. */
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
      // Who came by our own login leaves by our own page, whatever the site has.
      if (identity?.method === 'session') return `${site.href(site.admin)}/logout`;
      return logoutUrl === undefined ? null : withWayBack(logoutUrl, back);
    },
    account: accountUrl ?? site.href(site.admin),
  };
}
