import { HostError, type OwnedLimits, type RestRequest } from '../../../index.js';
import { VISITOR_LIMITS } from '../limits.js';
import type { Visitor } from './visitor.js';

/**
 * Counts an opinion of a visitor; what the site's own code does is free.
 * @throws HostError 429 `rest_too_many_requests`, with `Retry-After`
 */
export async function assertSeldom(
  limits: Pick<OwnedLimits, 'consume'>,
  what: keyof typeof VISITOR_LIMITS,
  { key }: Visitor,
  { remoteAddress }: Pick<RestRequest, 'remoteAddress'>,
): Promise<void> {
  if (remoteAddress === undefined) return;
  const { allowed, retryAfter, headers } = await limits.consume(what, key, VISITOR_LIMITS[what]);
  if (allowed) return;
  throw new HostError('rest_too_many_requests', `Too many at once. Wait ${retryAfter} seconds, then try again.`, {
    status: 429,
    limit: VISITOR_LIMITS[what].max,
    retry_after: retryAfter,
    headers,
  });
}
