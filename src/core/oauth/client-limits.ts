import { secretDigest } from '../crypto/secret-digest.js';
import { addressKey } from '../http/client-address.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';

const WINDOW = 15 * 60_000;
/** Failed attempts of a misconfigured program. Secrets have 256 bits, so guessing is infeasible at any rate. */
const PER_CLIENT: Limit = { max: 50, windowMs: WINDOW };
const PER_ADDRESS: Limit = { max: 200, windowMs: WINDOW };

/** Rate limit for client secrets: 50 failures in 15 minutes per client and IP address, 200 per IP address. */
export interface ClientLimits {
  /**
   * Counts an attempt as failed before it is made, so that parallel attempts gain nothing over sequential ones.
   * @returns a function that undoes the count, for a successful attempt
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
      throw oauthError('temporarily_unavailable', 'Too many failed attempts. Wait, then try again.', {
        status: 429,
        headers: { 'Retry-After': String(secondsToWait(refusal.retryAfterMs)) },
      });
    },
  };
}
