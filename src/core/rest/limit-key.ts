import { addressKey } from '../http/client-address.js';
import type { Limit } from '../services/rate-limit/rate-limiter.js';
import { callerKey } from './caller-key.js';
import type { RateLimit } from './rate-limit.js';
import type { RestRequest } from './route.js';

/** Rate limit of a route, compiled for counting. */
export interface CountedLimit extends Limit {
  readonly name: string;
  readonly by: RateLimit['by'];
  readonly adjust?: RateLimit['adjust'];
}

/** Key under which a caller's requests are counted; limits with the same name and window share it. */
export function limitKey(
  { name, windowMs, by }: CountedLimit,
  request: Pick<RestRequest, 'identity' | 'remoteAddress'>,
): string {
  const who =
    by === 'ip' ? `ip:${addressKey(request.remoteAddress)}` : callerKey(request, by === 'key' ? 'credential' : 'user');
  return `${name}|${windowMs}|${who}`;
}
