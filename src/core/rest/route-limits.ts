import { HostError } from '../errors.js';
import { addressKey } from '../http/client-address.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Consumption, type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import { callerKey } from './caller-key.js';
import { type RateLimit, rateLimitsOf, windowMs } from './rate-limit.js';
import type { Endpoint, RestRequest } from './route.js';

/** The fields `RateLimit-Policy` and `RateLimit`, for every answer to the request; none without limits. */
export type LimitHeaders = Readonly<Record<string, string>>;

/**
 * Counts the calls of routes. The two steps stand before and after identification, so that nobody can make the host
 * check passwords without end, and known callers are counted as themselves wherever they call from.
 * Calls from within (`host.request`) are not brought here; items of a batch are.
 * @throws HostError 429 `rest_too_many_requests` from both steps, with `data.retry_after` in seconds
 */
export interface RouteLimits {
  /** The limits `by: 'ip'`. `route` is the template of the endpoint's path. */
  byAddress(endpoint: Endpoint, call: Pick<RestRequest, 'route' | 'remoteAddress'>): Promise<LimitHeaders>;
  /** The limits `by: 'user'` and `by: 'key'`. @param before headers of the first step, which the result includes */
  byCaller(
    endpoint: Endpoint,
    request: Pick<RestRequest, 'route' | 'remoteAddress' | 'identity'>,
    before?: LimitHeaders,
  ): Promise<LimitHeaders>;
}

/** A limit as it is counted. */
interface RouteLimit extends Limit {
  readonly name: string;
  readonly by: RateLimit['by'];
}

export function createRouteLimits({ limiter }: { limiter: RateLimiter }): RouteLimits {
  const compiled = new WeakMap<Endpoint, readonly RouteLimit[]>();

  function limitsOf(endpoint: Endpoint, route: string): readonly RouteLimit[] {
    let limits = compiled.get(endpoint);
    if (!limits) {
      limits = compile(endpoint, route);
      compiled.set(endpoint, limits);
    }
    return limits;
  }

  async function consume(
    limits: readonly RouteLimit[],
    who: (limit: RouteLimit) => string,
    before: LimitHeaders,
  ): Promise<LimitHeaders> {
    const counted = limits.map((limit) => ({ key: `${limit.name}|${limit.windowMs}|${who(limit)}`, limit }));
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
      return consume(limits, () => `ip:${addressKey(remoteAddress)}`, {});
    },
    async byCaller(endpoint, request, before = {}) {
      const limits = limitsOf(endpoint, request.route).filter(({ by }) => by !== 'ip');
      return consume(limits, ({ by }) => callerKey(request, by === 'key' ? 'credential' : 'user'), before);
    },
  };
}

function compile(endpoint: Endpoint, route: string): readonly RouteLimit[] {
  const limits = rateLimitsOf(endpoint);
  return limits.map((limit) => {
    const length = windowMs(limit);
    const operation = `${endpoint.methods.join('|')} ${route}`;
    // The headers tell limits apart by their names, so several of one route cannot all be called like the route.
    const own = limits.length === 1 ? operation : `${operation} ${limit.max}/${length / 1000}s ${limit.by}`;
    return { name: limit.name ?? own, by: limit.by, max: limit.max, windowMs: length };
  });
}

/** Adds one limit to the lists in the two fields (draft-ietf-httpapi-ratelimit-headers; RFC 9651 for the syntax). */
function withLimit(headers: LimitHeaders, { name, max, windowMs }: RouteLimit, state: Consumption): LimitHeaders {
  const label = `"${name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
  const append = (field: string, item: string): Record<string, string> => ({
    [field]: headers[field] === undefined ? item : `${headers[field]}, ${item}`,
  });
  return {
    ...append('RateLimit-Policy', `${label};q=${max};w=${secondsToWait(windowMs)}`),
    ...append('RateLimit', `${label};r=${state.remaining};t=${secondsToWait(state.resetMs)}`),
  };
}

function tooManyRequests({ limit, retryAfterMs }: Consumption, headers: LimitHeaders): HostError {
  const wait = secondsToWait(retryAfterMs);
  const unit = wait === 1 ? 'second' : 'seconds';
  return new HostError('rest_too_many_requests', `Too many requests. Wait ${wait} ${unit}, then try again.`, {
    status: 429,
    limit,
    retry_after: wait,
    headers: { ...headers, 'Retry-After': String(wait) },
  });
}
