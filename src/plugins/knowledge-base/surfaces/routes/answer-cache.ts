import type { PluginContext } from '../../../../index.js';
import type { RestRequest } from '../../../../rest.js';
import type { Visibility } from '../../domain/access/visibility.js';

/** Returns headers that let one caller's browser cache a response. */
export type AnswerCache = (
  request: Pick<RestRequest, 'identity' | 'cookies'>,
  visibility: Pick<Visibility, 'key'>,
  answer: object,
) => Record<string, string>;

/** For anonymous callers. `Vary` revalidates once cookies or other credentials are sent. */
const FRESH = 'private, max-age=30';
/**
 * For all others. With one cookie, a request with a nonce and one without are two callers to REST but one to a cache,
 * so the ETag is always revalidated.
 */
const ASKED_AGAIN = 'private, no-cache';
/** Credential headers besides `Cookie` and `Authorization`, which the host knows. */
const API_KEYS = 'X-API-Key, X-Vendor-API-Key';

/**
 * Creates the cache headers.
 * The ETag covers the caller's access as well as the response, so that a response for another user never revalidates.
 * It is keyed with the site's secret, so neither can be guessed.
 */
export function createAnswerCache({ secrets }: Pick<PluginContext, 'secrets'>): AnswerCache {
  return ({ identity, cookies }, { key }, answer) => ({
    ETag: `W/"${secrets.fingerprint(JSON.stringify([key, answer]), 'answer').slice(0, 22)}"`,
    Vary: API_KEYS,
    'Cache-Control': identity === null && cookies.size === 0 ? FRESH : ASKED_AGAIN,
  });
}
