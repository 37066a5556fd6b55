import type { OwnedLimits, RestRequest } from '../../../../rest.js';
import { VISITOR_LIMITS } from '../limits.js';
import type { Visitor } from '../ratings/voter.js';

/**
 * Counts against a visitor's rate limit. The site's own code is exempt.
 * @throws HostError 429 `rest_too_many_requests`, with `Retry-After`
 */
export async function assertWithinRateLimit(
  limits: Pick<OwnedLimits, 'require'>,
  what: keyof typeof VISITOR_LIMITS,
  { key }: Visitor,
  { remoteAddress }: Pick<RestRequest, 'remoteAddress'>,
): Promise<void> {
  if (remoteAddress !== undefined) await limits.require(what, key, VISITOR_LIMITS[what]);
}
