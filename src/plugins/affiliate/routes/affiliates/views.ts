import { createHash } from 'node:crypto';
import { majorUnits } from '../../../../money.js';
import { matchTags, type RestRequest } from '../../../../rest.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import { changedMeanwhile } from '../../affiliates/errors.js';
import type { PaymentDetails } from '../../affiliates/payment-details.js';
import { affiliateRecord, ownRecord } from '../../affiliates/records.js';
import type { AffiliateTotals } from '../../affiliates/totals.js';

/** Builds the representation of an affiliate for administrators or for themselves. */
export function affiliateView(
  affiliate: Affiliate,
  {
    details,
    isAdmin,
    totals,
  }: { details: Pick<PaymentDetails, 'mask'>; isAdmin: boolean; totals: AffiliateTotals | undefined },
) {
  const { currency } = affiliate;
  return {
    ...(isAdmin ? affiliateRecord(affiliate) : ownRecord(affiliate)),
    payment_email: affiliate.paymentEmail,
    payment_method: affiliate.paymentMethod,
    payment_details: details.mask(affiliate.paymentDetails),
    version: affiliate.version,
    totals: {
      clicks: totals?.clicks ?? 0,
      unique_clicks: totals?.uniqueClicks ?? 0,
      conversions: totals?.conversions ?? 0,
      pending: majorUnits(totals?.pending ?? 0, currency),
      approved: majorUnits(totals?.approved ?? 0, currency),
      paid: majorUnits(totals?.paid ?? 0, currency),
      balance: majorUnits(totals?.balance ?? 0, currency),
    },
  };
}

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
