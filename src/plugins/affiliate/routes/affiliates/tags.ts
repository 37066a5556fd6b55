import { createHash } from 'node:crypto';
import { matchTags, type RestRequest } from '../../../../rest.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import { changedMeanwhile } from '../../affiliates/errors.js';

const DIGEST_LENGTH = 16;

const startOf = ({ id, version }: Pick<Affiliate, 'id' | 'version'>): string => `"f${id}-v${version}-`;

/**
 * Returns the `ETag` of a view of an affiliate. Totals and omitted fields are not covered by the version, so it
 * includes a digest of the view.
 */
export function tagOf(affiliate: Pick<Affiliate, 'id' | 'version'>, view: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, DIGEST_LENGTH);
  return `${startOf(affiliate)}${digest}"`;
}

/**
 * Returns the version that `If-Match` requires, or undefined if any will do.
 * @throws HostError 412 `vendor_affiliate_changed` if no tag matches the current version
 */
export function matchedVersion({ headers }: Pick<RestRequest, 'headers'>, affiliate: Affiliate): number | undefined {
  const verdict = matchTags(headers['if-match'], startOf(affiliate));
  if (verdict === 'mismatch') throw changedMeanwhile(affiliate.id);
  return verdict === 'match' ? affiliate.version : undefined;
}
