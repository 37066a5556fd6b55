/** Milliseconds as whole seconds, at least one, rounded up: who comes back after them is not refused again. */
export function secondsToWait(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** So many calls in any window of this length. */
export interface Limit {
  /** Calls, at least 1. */
  readonly max: number;
  /** In milliseconds. */
  readonly windowMs: number;
}

/** What became of a call. */
export interface Consumption {
  readonly allowed: boolean;
  /** The limit's `max`. */
  readonly limit: number;
  /** Calls that would be allowed right now, after this one. */
  readonly remaining: number;
  /**
   * Milliseconds until more is available, the `t` of the RateLimit header (draft-ietf-httpapi-ratelimit-headers): of
   * the whole quota while something remains, else of the next call. After a refusal it equals `retryAfterMs`, because
   * Retry-After must not name an earlier time than the header does.
   */
  readonly resetMs: number;
  /** Milliseconds until this call would be allowed; 0 when it was. */
  readonly retryAfterMs: number;
}

/**
 * Counts calls in a sliding window: of the allowed calls of a key, at most `max` lie in any interval of `windowMs`,
 * its earlier end not included. Refused calls do not count, so somebody who keeps asking gets through in the end.
 *
 * A key always comes with the same window. Its `max` may differ; the count is shared.
 */
export interface RateLimiter {
  /**
   * Takes `cost` calls (default 1) from the key's quota, all or nothing.
   * @throws HostError `rate_limit_cost_invalid` when the cost is no whole number from 1 to `max`: it could never be met
   */
  consume(key: string, limit: Limit, cost?: number): Promise<Consumption> | Consumption;
  /** Gives the newest `cost` calls (default 1) back, for what turned out not to count. */
  refund(key: string, limit: Limit, cost?: number): Promise<void> | void;
}
