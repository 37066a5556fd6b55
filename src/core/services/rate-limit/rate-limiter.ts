/** Converts milliseconds to whole seconds, at least one. Rounds up, so that a retry after them is not refused again. */
export function secondsToWait(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** Maximum number of calls in any window of this length. */
export interface Limit {
  /** Maximum number of calls, at least 1. */
  readonly max: number;
  /** Window length in milliseconds. */
  readonly windowMs: number;
}

/** Result of a call. */
export interface Consumption {
  readonly allowed: boolean;
  /** `max` of the limit. */
  readonly limit: number;
  /** Number of calls still allowed now, after this one. */
  readonly remaining: number;
  /**
   * Milliseconds until more is available, the `t` of the RateLimit header (draft-ietf-httpapi-ratelimit-headers): of
   * the whole quota while calls remain, otherwise of the next call. After a refusal it equals `retryAfterMs`, because
   * Retry-After must not name an earlier time than the header.
   */
  readonly resetMs: number;
  /** Milliseconds until this call would be allowed; 0 if it was. */
  readonly retryAfterMs: number;
}

/**
 * Sliding-window rate limiter: allows at most `max` calls per key in any interval of `windowMs`, excluding its start.
 * Refused calls do not count, so a caller that keeps asking eventually gets through.
 *
 * Always use a key with the same window. Its `max` may differ; the count is shared.
 */
export interface RateLimiter {
  /**
   * Consumes `cost` calls (default 1) from the key's quota, all or nothing.
   * @throws HostError `rate_limit_cost_invalid` if the cost is not an integer from 1 to `max`, and could never be met
   */
  consume(key: string, limit: Limit, cost?: number): Promise<Consumption> | Consumption;
  /** Refunds the newest `cost` calls (default 1), if they turn out not to count. */
  refund(key: string, limit: Limit, cost?: number): Promise<void> | void;
}
