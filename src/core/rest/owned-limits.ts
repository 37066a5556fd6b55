import { secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';
import { type Consumption, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import { type LimitHeaders, withLimit } from './limit-headers.js';
import { type CountedLimit, limitKey } from './limit-key.js';
import { limitFault, type RateLimit, windowMs } from './rate-limit.js';
import type { RestRequest } from './route.js';
import { tooManyRequests } from './too-many-requests.js';

/** Result of counting a call against a plugin's own limit. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** Number of calls still allowed right now, after this one. */
  readonly remaining: number;
  /** Seconds until this call would be allowed, for `Retry-After`; 0 if it was. */
  readonly retryAfter: number;
  /** Headers for the response: `RateLimit-Policy`, `RateLimit`, and `Retry-After` if rejected. */
  readonly headers: LimitHeaders;
}

/** Rate limits that a plugin counts itself, for page forms, passwords, votes and other non-route actions. */
export interface OwnedLimits {
  /**
   * Counts a call, across all processes of the site. Rejected calls do not count. Every call of this function counts,
   * even within `host.request`.
   * @param name name of the limit, unique within the plugin; the same name with another window is another limit
   * @param caller counted identity: `addressKey(request.remoteAddress)`, an article, an email address. Stored as a
   *   digest
   * @throws HostError `limit_invalid`
   */
  consume(name: string, caller: string, limit: Pick<RateLimit, 'max' | 'window'>): Promise<LimitVerdict>;
  /**
   * Counts a call like {@link OwnedLimits.consume}, and throws if it exceeds the limit.
   * @throws HostError 429 `rest_too_many_requests`, as limits of routes do; `limit_invalid`
   */
  require(name: string, caller: string, limit: Pick<RateLimit, 'max' | 'window'>): Promise<void>;
  /**
   * Counts a page request as a call of the routes with this `rateLimit`. A form and its equivalent route share one
   * limit.
   * @param limit the limit object of the routes, with its name
   * @throws HostError `limit_invalid`
   */
  countPage(
    request: Pick<RestRequest, 'identity' | 'remoteAddress'>,
    limit: RateLimit & { readonly name: string },
  ): Promise<LimitVerdict>;
}

export function createOwnedLimits(owner: string, limiter: RateLimiter): OwnedLimits {
  function assertLimit(name: string, limit: Pick<RateLimit, 'max' | 'window'>): void {
    const fault = limitFault(limit);
    if (fault) throw new HostError('limit_invalid', `The limit "${name}" of "${owner}": ${fault}`);
  }

  async function count(...[name, caller, limit]: Parameters<OwnedLimits['consume']>) {
    assertLimit(name, limit);
    const counted = { name, max: limit.max, windowMs: windowMs(limit) };
    // The caller may be very long, or contain personal data.
    const key = `plugin|${secretDigest(JSON.stringify([owner, name, counted.windowMs, caller]))}`;
    return { counted, state: await limiter.consume(key, counted) };
  }

  return {
    async consume(...call) {
      const { state, counted } = await count(...call);
      return verdictOf(state, counted);
    },
    async require(...call) {
      const { state, counted } = await count(...call);
      if (!state.allowed) throw tooManyRequests(state, withLimit({}, counted, state));
    },
    async countPage(request, limit) {
      assertLimit(limit.name, limit);
      const counted = { name: limit.name, by: limit.by, max: limit.max, windowMs: windowMs(limit) };
      const state = await limiter.consume(limitKey(counted, request), counted);
      return verdictOf(state, counted);
    },
  };
}

function verdictOf(state: Consumption, counted: Pick<CountedLimit, 'name' | 'max' | 'windowMs'>): LimitVerdict {
  const { allowed, remaining } = state;
  const headers = withLimit({}, counted, state);
  if (allowed) return { allowed, remaining, retryAfter: 0, headers };
  const retryAfter = secondsToWait(state.retryAfterMs);
  return { allowed, remaining, retryAfter, headers: { ...headers, 'Retry-After': String(retryAfter) } };
}
