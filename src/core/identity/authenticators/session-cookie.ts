import type { AuthRequest } from '../../http/auth-request.js';
import { requestHeader } from '../../http/request-header.js';
import type { Authenticator, Identity } from '../authenticator.js';
import { parseCookies, sessionCookieName } from '../cookies.js';
import type { SignedIn, SignedInUsers } from '../signed-in.js';

export interface SessionCookieOptions {
  readonly signedIn: SignedInUsers;
  /** Whether the site's public URL uses HTTPS. Determines the name of the session cookie. */
  readonly secure: boolean;
  readonly now?: () => number;
}

/**
 * Authenticates the host's own login by its session cookie.
 * An ended session makes the browser anonymous and is no error, because browsers send the cookie to public pages too.
 */
export function sessionCookieAuthenticator({ signedIn, secure, now = Date.now }: SessionCookieOptions): Authenticator {
  const name = 'session';
  const cookie = sessionCookieName(secure);

  function identityOf(found: SignedIn | null): Identity | null {
    if (!found) return null;
    const { user, session, replaced, isDue } = found;
    const isRecent = replaced !== null && replaced.until.getTime() > now();
    return {
      user,
      via: 'ambient',
      method: name,
      session,
      ...(isRecent ? { replacedSession: replaced.session } : {}),
      ...(isDue ? { isDue } : {}),
    };
  }

  return {
    name,
    claims: (request) => requestHeader(request, 'cookie')?.includes(cookie) ?? false,
    authenticate(request) {
      const token = readSessionToken(request, secure);
      const found = token === undefined ? null : signedIn.byToken(token);
      return found instanceof Promise ? found.then(identityOf) : identityOf(found);
    },
  };
}

/** Session token that the browser sent. */
function readSessionToken(request: Pick<AuthRequest, 'headers'>, secure: boolean): string | undefined {
  return parseCookies(requestHeader(request, 'cookie')).get(sessionCookieName(secure));
}
