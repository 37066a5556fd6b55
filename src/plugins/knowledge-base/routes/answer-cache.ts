import type { PluginContext, RestRequest } from '../../../index.js';
import type { Visibility } from '../access/visibility.js';

/** Headers that let the browser of one caller keep an answer. */
export type AnswerCache = (
  request: Pick<RestRequest, 'identity' | 'cookies'>,
  visibility: Pick<Visibility, 'key'>,
  answer: object,
) => Record<string, string>;

/** For who is nobody in particular: who comes with a cookie or other credentials later is asked anew (`Vary`). */
const FRESH = 'private, max-age=30';
/**
 * For all others. With one cookie and a nonce or none somebody is two callers to REST and one to a cache, so that it asks
 * each time whether what it has is right, and the tag tells.
 */
const ASKED_AGAIN = 'private, no-cache';
/** What names a caller besides `Cookie` and `Authorization`, which the host knows of. */
const API_KEYS = 'X-API-Key, X-Vendor-API-Key';

/**
 * The tag of an answer says what the caller may see as well as what is answered, so that nobody is told that what they
 * have of somebody else is still right. Without the site's secret neither can be guessed from it.
 */
export function createAnswerCache({ secrets }: Pick<PluginContext, 'secrets'>): AnswerCache {
  return ({ identity, cookies }, { key }, answer) => ({
    ETag: `W/"${secrets.fingerprint(JSON.stringify([key, answer]), 'answer').slice(0, 22)}"`,
    Vary: API_KEYS,
    'Cache-Control': identity === null && cookies.size === 0 ? FRESH : ASKED_AGAIN,
  });
}
