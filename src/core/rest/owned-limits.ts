import { secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';
import { type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import { limitFault, type RateLimit, windowMs } from './rate-limit.js';

/** What became of a call that a plugin counts. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** Calls that would be allowed right now, after this one. */
  readonly remaining: number;
  /** Seconds until this call would be allowed, for `Retry-After`; 0 when it was. */
  readonly retryAfter: number;
}

/** Limits that a plugin counts itself, for what no declaration of a route can say: forms of pages, passwords, votes. */
export interface OwnedLimits {
  /**
   * Counts a call, in all processes of the site together. Calls that are refused do not count. Every call of this
   * function is one, also within `host.request`.
   * @param name what is limited, among the plugin's own limits; the same name with another window is another limit
   * @param caller who is counted: `addressKey(request.remoteAddress)`, an article, a mail address. It is kept as a digest
   * @throws HostError `limit_invalid`
   */
  consume(name: string, caller: string, limit: Pick<RateLimit, 'max' | 'window'>): Promise<LimitVerdict>;
}

export function createOwnedLimits(owner: string, limiter: RateLimiter): OwnedLimits {
  return {
    async consume(name, caller, limit) {
      const fault = limitFault(limit);
      if (fault) throw new HostError('limit_invalid', `The limit "${name}" of "${owner}": ${fault}`);
      const length = windowMs(limit);
      // A caller may be as long as a form, or a person's address.
      const key = `plugin|${secretDigest(JSON.stringify([owner, name, length, caller]))}`;
      const { allowed, remaining, retryAfterMs } = await limiter.consume(key, { max: limit.max, windowMs: length });
      return { allowed, remaining, retryAfter: allowed ? 0 : secondsToWait(retryAfterMs) };
    },
  };
}
