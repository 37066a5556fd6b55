import { secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';
import { type Consumption, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import { type LimitHeaders, withLimit } from './limit-headers.js';
import { type CountedLimit, limitKey } from './limit-key.js';
import { limitFault, type RateLimit, windowMs } from './rate-limit.js';
import type { RestRequest } from './route.js';
import { tooManyRequests } from './too-many-requests.js';

/** What became of a call that a plugin counts. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** Calls that would be allowed right now, after this one. */
  readonly remaining: number;
  /** Seconds until this call would be allowed, for `Retry-After`; 0 when it was. */
  readonly retryAfter: number;
  /** What the answer carries: `RateLimit-Policy`, `RateLimit`, and `Retry-After` where it was refused. */
  readonly headers: LimitHeaders;
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
  /**
   * The same, for a caller who is refused at once.
   * @throws HostError 429 `rest_too_many_requests`, as limits of routes refuse; `limit_invalid`
   */
  require(name: string, caller: string, limit: Pick<RateLimit, 'max' | 'window'>): Promise<void>;
  /**
   * Counts the request for a page like a call of the routes with this `rateLimit`: a form and the route that does the
   * same are one and the same for who is in a hurry.
   * @param limit the very one of the routes, with its name
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
    // A caller may be as long as a form, or a person's address.
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
