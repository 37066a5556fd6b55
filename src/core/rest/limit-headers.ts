import { type Consumption, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import type { CountedLimit } from './limit-key.js';

/** `RateLimit-Policy` and `RateLimit` headers of every response; empty without limits. */
export type LimitHeaders = Readonly<Record<string, string>>;

/** Adds one limit to the lists in both headers (draft-ietf-httpapi-ratelimit-headers; syntax: RFC 9651). */
export function withLimit(
  headers: LimitHeaders,
  { name, max, windowMs }: Pick<CountedLimit, 'name' | 'max' | 'windowMs'>,
  state: Consumption,
): LimitHeaders {
  const label = `"${name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
  const append = (field: string, item: string): Record<string, string> => ({
    [field]: headers[field] === undefined ? item : `${headers[field]}, ${item}`,
  });
  return {
    ...append('RateLimit-Policy', `${label};q=${max};w=${secondsToWait(windowMs)}`),
    ...append('RateLimit', `${label};r=${state.remaining};t=${secondsToWait(state.resetMs)}`),
  };
}
