import type { Authenticator, AuthRequest } from '../authenticator.js';
import { parseCookies, sessionCookieName } from '../cookies.js';
import { requestHeader } from '../request-header.js';
import type { SignedInUsers } from '../signed-in.js';

export interface SessionCookieOptions {
  readonly signedIn: SignedInUsers;
  /** Whether the site's public address is https, which decides on the cookie's name. */
  readonly secure: boolean;
}

/**
 * The host's own login. An ended session makes its browser anonymous and is no error: the cookie comes along on
 * every page, public ones included.
 */
export function sessionCookieAuthenticator({ signedIn, secure }: SessionCookieOptions): Authenticator {
  const name = 'session';
  return {
    name,
    claims: (request) => readSessionToken(request, secure) !== undefined,
    async authenticate(request) {
      const found = await signedIn.byToken(readSessionToken(request, secure) ?? '');
      return found && { user: found.user, via: 'ambient', method: name, session: found.session };
    },
  };
}

/** The session token that a browser sent, for log-out and for replacing the session at login. */
export function readSessionToken(request: Pick<AuthRequest, 'headers'>, secure: boolean): string | undefined {
  return parseCookies(requestHeader(request, 'cookie')).get(sessionCookieName(secure));
}
