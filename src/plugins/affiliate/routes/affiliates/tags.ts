import { createHash } from 'node:crypto';
import { matchTags, type RestRequest } from '../../../../index.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import { changedMeanwhile } from '../../affiliates/errors.js';

const DIGEST_LENGTH = 16;

const startOf = ({ id, version }: Pick<Affiliate, 'id' | 'version'>): string => `"f${id}-v${version}-`;

/**
 * The `ETag` of an affiliate as somebody sees them: totals and what is left out of it are not of the version, so it has
 * a digest of the view as well.
 */
export function tagOf(affiliate: Pick<Affiliate, 'id' | 'version'>, view: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, DIGEST_LENGTH);
  return `${startOf(affiliate)}${digest}"`;
}

/**
 * The version that `If-Match` allows to change; undefined where any will do.
 * @throws HostError 412 `vendor_affiliate_changed` when none of the tags is that of the present version
 */
export function matchedVersion({ headers }: Pick<RestRequest, 'headers'>, affiliate: Affiliate): number | undefined {
  const verdict = matchTags(headers['if-match'], startOf(affiliate));
  if (verdict === 'mismatch') throw changedMeanwhile(affiliate.id);
  return verdict === 'match' ? affiliate.version : undefined;
}
