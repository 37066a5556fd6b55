import type { Identity } from '../identity/authenticator.js';
import { sessionCookie, sessionCookieName } from '../identity/cookies.js';
import type { Sessions } from '../identity/sessions.js';
import type { PageRequest, PageResponse } from '../pages/router.js';

type Signed = Pick<PageRequest, 'cookies' | 'identity'>;

/** A visitor, and what their browser has to be told. */
export interface Renewed extends Signed {
  readonly setCookie: string | null;
}

/**
 * Gives a session whose owner may do more than before another token: who has read or planted the former one does not
 * rise along. That is done before a page is made, since its forms are bound to the session.
 */
export async function renewSession(
  { cookies, identity }: Signed,
  { sessions, secure }: { readonly sessions: Pick<Sessions, 'rotate'>; readonly secure: boolean },
): Promise<Renewed> {
  const name = sessionCookieName(secure);
  const token = cookies.get(name);
  if (identity?.via !== 'ambient' || !identity.isDue || token === undefined)
    return { cookies, identity, setCookie: null };
  const issued = await sessions.rotate(token);
  // Another request of this browser was faster: it brings the new token.
  if (!issued) return { cookies, identity, setCookie: null };
  const { isDue, ...former } = identity;
  return {
    cookies: new Map([...cookies, [name, issued.token]]),
    identity: { ...former, session: issued.session, replacedSession: former.session } satisfies Identity,
    setCookie: sessionCookie(issued.token, { secure, expiresAt: issued.expiresAt }),
  };
}

/** The answer with the cookie before those that it sets itself; no cache may keep it, whatever it said. */
export function withRenewedSession(answer: PageResponse, setCookie: string | null): PageResponse {
  if (setCookie === null) return answer;
  const headers: PageResponse['headers'] = { 'Cache-Control': 'no-store, private' };
  const cookies = [setCookie];
  for (const [name, value] of Object.entries(answer.headers)) {
    if (/^set-cookie$/i.test(name)) cookies.push(...[value].flat());
    else if (!/^(?:cache-control|etag|last-modified)$/i.test(name)) headers[name] = value;
  }
  return { ...answer, headers: { ...headers, 'Set-Cookie': cookies } };
}
