import { HostError } from '../errors.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import { type LimitHeaders, withLimit } from './limit-headers.js';
import { type CountedLimit, limitKey } from './limit-key.js';
import { type LimitedCall, limitFault, rateLimitsOf, windowMs } from './rate-limit.js';
import type { Endpoint, RestRequest } from './route.js';
import { tooManyRequests } from './too-many-requests.js';

/**
 * Applies the rate limits of routes, in two steps before and after authentication. The first keeps attackers from
 * making the host check passwords endlessly; the second counts authenticated callers by identity, whatever address
 * they use. Internal calls (`host.request`) are not counted; batch items are.
 * @throws HostError 429 `rest_too_many_requests` from both steps, with `data.retry_after` in seconds
 */
export interface RouteLimits {
  /** Applies the limits `by: 'ip'`. `route` is the template of the endpoint's path. */
  byAddress(endpoint: Endpoint, call: Pick<RestRequest, 'route' | 'remoteAddress'>): Promise<LimitHeaders>;
  /**
   * Applies the limits `by: 'user'` and `by: 'key'`. @param before headers of the first step, included in the result
   */
  byCaller(
    endpoint: Endpoint,
    request: Pick<RestRequest, 'route' | 'remoteAddress' | 'identity'>,
    before?: LimitHeaders,
  ): Promise<LimitHeaders>;
}

export function createRouteLimits({ limiter }: { limiter: RateLimiter }): RouteLimits {
  const compiled = new WeakMap<Endpoint, readonly CountedLimit[]>();

  function limitsOf(endpoint: Endpoint, route: string): readonly CountedLimit[] {
    let limits = compiled.get(endpoint);
    if (!limits) {
      limits = compile(endpoint, route);
      compiled.set(endpoint, limits);
    }
    return limits;
  }

  async function consume(
    declared: readonly CountedLimit[],
    request: LimitedCall,
    before: LimitHeaders,
  ): Promise<LimitHeaders> {
    const limits = await Promise.all(declared.map((limit) => adjusted(limit, request)));
    const counted = limits.map((limit) => ({ key: limitKey(limit, request), limit }));
    const { consumptions, refusal } = await consumeAll(limiter, counted);
    let headers = before;
    for (const [index, consumption] of consumptions.entries()) {
      const limit = limits[index];
      if (limit) headers = withLimit(headers, limit, consumption);
    }
    if (refusal) throw tooManyRequests(refusal, headers);
    return headers;
  }

  return {
    async byAddress(endpoint, { route, remoteAddress }) {
      const limits = limitsOf(endpoint, route).filter(({ by }) => by === 'ip');
      return consume(limits, { route, remoteAddress, identity: null }, {});
    },
    async byCaller(endpoint, request, before = {}) {
      const limits = limitsOf(endpoint, request.route).filter(({ by }) => by !== 'ip');
      return consume(limits, request, before);
    },
  };
}

function compile(endpoint: Endpoint, route: string): readonly CountedLimit[] {
  const limits = rateLimitsOf(endpoint);
  return limits.map((limit) => {
    const length = windowMs(limit);
    const operation = `${endpoint.methods.join('|')} ${route}`;
    // Headers identify limits by name, so several limits of one route need distinct names.
    const own = limits.length === 1 ? operation : `${operation} ${limit.max}/${length / 1000}s ${limit.by}`;
    const { by, max, adjust } = limit;
    return { name: limit.name ?? own, by, max, windowMs: length, adjust };
  });
}

/** @throws HostError `limit_invalid` */
async function adjusted(limit: CountedLimit, call: LimitedCall): Promise<CountedLimit> {
  if (!limit.adjust) return limit;
  const max = await limit.adjust(limit.max, call);
  const fault = limitFault({ max, window: limit.windowMs });
  if (fault) throw new HostError('limit_invalid', `The adjusted limit "${limit.name}" is invalid: ${fault}`);
  return { ...limit, max };
}
