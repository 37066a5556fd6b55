import type { OwnedLimits, RestRequest } from '../../../index.js';
import { VISITOR_LIMITS } from '../limits.js';
import type { Visitor } from './visitor.js';

/**
 * Counts an opinion of a visitor; what the site's own code does is free.
 * @throws HostError 429 `rest_too_many_requests`, with `Retry-After`
 */
export async function assertSeldom(
  limits: Pick<OwnedLimits, 'require'>,
  what: keyof typeof VISITOR_LIMITS,
  { key }: Visitor,
  { remoteAddress }: Pick<RestRequest, 'remoteAddress'>,
): Promise<void> {
  if (remoteAddress !== undefined) await limits.require(what, key, VISITOR_LIMITS[what]);
}
