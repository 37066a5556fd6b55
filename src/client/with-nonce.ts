import { ClientError } from './client-error.js';
import type { NonceKeeper } from './nonce-keeper.js';

/** A response with its data. */
export interface ClientResponse {
  readonly data: unknown;
  readonly response: Response;
}

/**
 * Makes a call with the session's nonce. It is retried once if the nonce was stale, or if an anonymous visitor was
 * refused and has signed in since. In both cases the host has not executed the first call.
 * @param headers headers of the call, to which the nonce is added
 * @param attempt sends the call with these headers
 */
export async function withNonce(
  nonces: NonceKeeper,
  headers: Headers,
  attempt: () => Promise<ClientResponse>,
  isRepeat = false,
): Promise<ClientResponse> {
  const used = nonces.current();
  const nonce = await used;
  if (nonce !== '') headers.set('X-CMS-Nonce', nonce);

  function takeNewer(response: Response | undefined): void {
    const newer = response?.headers.get('X-CMS-Nonce');
    if (newer) nonces.replace(used, newer);
  }

  try {
    const first = await attempt();
    takeNewer(first.response);
    return first;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    takeNewer(error.response);
    const isStale = error.code === 'rest_cookie_invalid_nonce';
    const isUnknown = nonce === '' && (error.status === 401 || error.status === 403);
    if (isRepeat || !(isStale || isUnknown)) {
      // The user may have been signed out. The next call checks by fetching a new nonce.
      if (isStale || error.status === 401) nonces.forget(used);
      throw error;
    }
    // The error of the call is more useful than an error while fetching the nonce.
    const fresh = await nonces.renew(used).catch(() => '');
    if (fresh === '' || fresh === nonce) throw error;
    return withNonce(nonces, headers, attempt, true);
  }
}
