import { secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';
import { addressKey } from '../http/client-address.js';
import { normaliseIdentifier } from '../identifiers.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';

const WINDOW = 15 * 60_000;
/** What a person mistypes, and then thinks about. */
const PER_ACCOUNT: Limit = { max: 5, windowMs: WINDOW };
/** What an office behind one address mistypes. */
const PER_ADDRESS: Limit = { max: 20, windowMs: WINDOW };

/** Slows the guessing of passwords down: 5 failures in 15 minutes for a name from an address, 20 for an address. */
export interface LoginLimits {
  /**
   * Counts an attempt as failed before it is made, so that many at once get no further than many in a row.
   * @returns a function that takes it back, for an attempt that succeeded
   * @throws HostError 429 `login_too_many_attempts`, whether or not there is such an account
   */
  begin(attempt: { readonly login: string; readonly ip?: string | undefined }): Promise<() => Promise<void>>;
}

export function createLoginLimits(limiter: RateLimiter): LoginLimits {
  return {
    async begin({ login, ip }) {
      const address = addressKey(ip);
      // A name may be as long as a form: its digest is what is remembered.
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
    `There were too many failed attempts to log in. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    { status: 429, retry_after: secondsToWait(waitMs) },
  );
}
