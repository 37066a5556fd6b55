import { HostError } from '../errors.js';
import { type Consumption, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import type { LimitHeaders } from './limit-headers.js';

/** Creates the 429 error for a call over the limit. @param headers rate limit headers besides `Retry-After` */
export function tooManyRequests(
  { limit, retryAfterMs }: Pick<Consumption, 'limit' | 'retryAfterMs'>,
  headers: LimitHeaders = {},
): HostError {
  const wait = secondsToWait(retryAfterMs);
  const unit = wait === 1 ? 'second' : 'seconds';
  return new HostError('rest_too_many_requests', `Too many requests. Wait ${wait} ${unit}, then try again.`, {
    status: 429,
    limit,
    retry_after: wait,
    headers: { ...headers, 'Retry-After': String(wait) },
  });
}
