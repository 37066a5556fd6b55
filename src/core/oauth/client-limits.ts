import { secretDigest } from '../crypto/secret-digest.js';
import { addressKey } from '../http/client-address.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';

const WINDOW = 15 * 60_000;
/** What a program that was set up wrongly tries; the secrets have 256 bits, so no number would let anybody guess one. */
const PER_CLIENT: Limit = { max: 50, windowMs: WINDOW };
const PER_ADDRESS: Limit = { max: 200, windowMs: WINDOW };

/** Slows the guessing of client secrets down: 50 failures in 15 minutes for a client from an address, 200 for an address. */
export interface ClientLimits {
  /**
   * Counts an attempt as failed before it is made, so that many at once get no further than many in a row.
   * @returns a function that takes it back, for an attempt that succeeded
   * @throws HostError 429 `temporarily_unavailable`
   */
  begin(attempt: { readonly clientId: string; readonly ip?: string | undefined }): Promise<() => Promise<void>>;
}

export function createClientLimits(limiter: RateLimiter): ClientLimits {
  return {
    async begin({ clientId, ip }) {
      const address = addressKey(ip);
      const { refusal, takeBack } = await consumeAll(limiter, [
        { key: `oauth-client|${address}|${secretDigest(clientId)}`, limit: PER_CLIENT },
        { key: `oauth-client|${address}`, limit: PER_ADDRESS },
      ]);
      if (!refusal) return takeBack;
      throw oauthError('temporarily_unavailable', 'There were too many failed attempts. Wait, then try again.', {
        status: 429,
        headers: { 'Retry-After': String(secondsToWait(refusal.retryAfterMs)) },
      });
    },
  };
}
