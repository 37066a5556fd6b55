import { secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';
import { addressKey } from '../http/client-address.js';
import { normaliseIdentifier } from '../identifiers.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';

const WINDOW = 15 * 60_000;
/** Failed logins per account and IP address: enough for a person who mistypes a password. */
const PER_ACCOUNT: Limit = { max: 5, windowMs: WINDOW };
/** Failed logins per IP address: enough for an office behind one address. */
const PER_ADDRESS: Limit = { max: 20, windowMs: WINDOW };

/** Rate limit for logins: 5 failures in 15 minutes per username and IP address, 20 per IP address. */
export interface LoginLimits {
  /**
   * Counts an attempt as failed before it is made, so that parallel attempts gain nothing over sequential ones.
   * @returns a function that undoes the count, for a successful attempt
   * @throws HostError 429 `login_too_many_attempts`, whether or not the account exists
   */
  begin(attempt: { readonly login: string; readonly ip?: string | undefined }): Promise<() => Promise<void>>;
}

export function createLoginLimits(limiter: RateLimiter): LoginLimits {
  return {
    async begin({ login, ip }) {
      const address = addressKey(ip);
      // Hashed, because a submitted name may be as long as the form allows.
      const { refusal, takeBack } = await consumeAll(limiter, [
        { key: `login|${address}|${secretDigest(normaliseIdentifier(login))}`, limit: PER_ACCOUNT },
        { key: `login|${address}`, limit: PER_ADDRESS },
      ]);
      if (refusal) throw tooManyAttempts(refusal.retryAfterMs);
      return takeBack;
    },
  };
}

function tooManyAttempts(waitMs: number): HostError {
  const minutes = Math.ceil(waitMs / 60_000);
  return new HostError(
    'login_too_many_attempts',
    `Too many failed login attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    { status: 429, retry_after: secondsToWait(waitMs) },
  );
}
