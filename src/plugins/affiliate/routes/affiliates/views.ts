import { majorUnits } from '../../../../money.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
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
