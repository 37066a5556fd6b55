import { ClientError } from './client-error.js';
import type { NonceKeeper } from './nonce-keeper.js';

/** An answer with its data. */
export interface Answer {
  readonly data: unknown;
  readonly response: Response;
}

/**
 * Makes a call with the nonce of the session. It is made once more when its nonce was stale, or when somebody who was
 * not logged in is refused and turns out to be logged in by now; both times the host has done nothing yet.
 * @param headers those of the call, which get the nonce
 * @param attempt sends the call with these headers
 */
export async function withNonce(
  nonces: NonceKeeper,
  headers: Headers,
  attempt: () => Promise<Answer>,
  isRepeat = false,
): Promise<Answer> {
  const used = nonces.current();
  const nonce = await used;
  if (nonce !== '') headers.set('X-CMS-Nonce', nonce);

  function takeNewer(response: Response | undefined): void {
    const newer = response?.headers.get('X-CMS-Nonce');
    if (newer) nonces.replace(used, newer);
  }

  try {
    const answer = await attempt();
    takeNewer(answer.response);
    return answer;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    takeNewer(error.response);
    const isStale = error.code === 'rest_cookie_invalid_nonce';
    const isUnknown = nonce === '' && (error.status === 401 || error.status === 403);
    if (isRepeat || !(isStale || isUnknown)) {
      // Somebody who is known no longer may have been logged out: the next call finds out.
      if (isStale || error.status === 401) nonces.forget(used);
      throw error;
    }
    // What went wrong with the call tells more than what goes wrong with its repair.
    const fresh = await nonces.renew(used).catch(() => '');
    if (fresh === '' || fresh === nonce) throw error;
    return withNonce(nonces, headers, attempt, true);
  }
}
