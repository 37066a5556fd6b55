import type { Identity } from '../identity/authenticator.js';
import { sessionCookie, sessionCookieName } from '../identity/cookies.js';
import type { Sessions } from '../identity/sessions.js';
import type { PageRequest, PageResponse } from '../pages/router.js';

type SignedRequest = Pick<PageRequest, 'cookies' | 'identity'>;

/** A visitor after the renewal, with the cookie to set. */
export interface RenewedRequest extends SignedRequest {
  readonly setCookie: string | null;
}

/**
 * Issues a new token for a session whose user gained permissions.
 * This prevents session fixation: a stolen or planted token does not gain them too. It happens before the page is
 * rendered, since its forms are bound to the session.
 */
export async function renewSession(
  { cookies, identity }: SignedRequest,
  { sessions, secure }: { readonly sessions: Pick<Sessions, 'rotate'>; readonly secure: boolean },
): Promise<RenewedRequest> {
  const name = sessionCookieName(secure);
  const token = cookies.get(name);
  if (identity?.via !== 'ambient' || !identity.isDue || token === undefined)
    return { cookies, identity, setCookie: null };
  const issued = await sessions.rotate(token);
  // A concurrent request of this browser rotated the token and sets the new cookie.
  if (!issued) return { cookies, identity, setCookie: null };
  const { isDue, ...former } = identity;
  return {
    cookies: new Map([...cookies, [name, issued.token]]),
    identity: { ...former, session: issued.session, replacedSession: former.session } satisfies Identity,
    setCookie: sessionCookie(issued.token, { secure, expiresAt: issued.expiresAt }),
  };
}

/** Puts the session cookie before the response's own cookies, and forbids caching. */
export function withRenewedSession(response: PageResponse, setCookie: string | null): PageResponse {
  if (setCookie === null) return response;
  const headers: PageResponse['headers'] = { 'Cache-Control': 'no-store, private' };
  const cookies = [setCookie];
  for (const [name, value] of Object.entries(response.headers)) {
    if (/^set-cookie$/i.test(name)) cookies.push(...[value].flat());
    else if (!/^(?:cache-control|etag|last-modified)$/i.test(name)) headers[name] = value;
  }
  return { ...response, headers: { ...headers, 'Set-Cookie': cookies } };
}
