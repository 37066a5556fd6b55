import { majorUnits } from '../../../money.js';
import type { Affiliate } from './affiliate.js';

/** An affiliate as events and administrators see them, without payment details. */
export type AffiliateRecord = Readonly<ReturnType<typeof affiliateRecord>>;

export function affiliateRecord(affiliate: Affiliate) {
  return { ...ownRecord(affiliate), ...adminRecord(affiliate) };
}

/** Returns the record that affiliates see of themselves. It lacks admin fields and payment details. */
export function ownRecord(affiliate: Affiliate) {
  const { id, code, status, currency, rateType, parentId } = affiliate;
  return {
    id,
    user_id: affiliate.userId,
    code,
    status,
    first_name: affiliate.firstName,
    last_name: affiliate.lastName,
    display_name: affiliate.displayName,
    email_verified: affiliate.emailVerified,
    email: affiliate.email,
    website: affiliate.website,
    promo_method: affiliate.promoMethod,
    country: affiliate.country,
    tax_id: affiliate.taxId,
    locale: affiliate.locale,
    social: affiliate.social,
    rate_type: rateType,
    rate: rateNumber(affiliate),
    cookie_days: affiliate.cookieDays,
    parent_id: parentId === 0 ? null : parentId,
    currency,
    registered_at: affiliate.registeredAt.toISOString(),
    approved_at: affiliate.approvedAt?.toISOString() ?? null,
    updated_at: affiliate.updatedAt.toISOString(),
  };
}

function adminRecord(affiliate: Affiliate) {
  return {
    notes: affiliate.notes,
    fraud_score: affiliate.fraudScore,
    flags: [...affiliate.flags],
    hold_payouts_until: affiliate.holdPayoutsUntil?.toISOString() ?? null,
    registration_ip_hash: affiliate.registrationIpHash,
    meta: affiliate.meta,
  };
}

/** Percent, or an amount of the currency; null for the rate of the program. */
export function rateNumber({
  rateType,
  rate,
  currency,
}: Pick<Affiliate, 'currency' | 'rate' | 'rateType'>): number | null {
  if (rateType === null) return null;
  return rateType === 'flat' ? majorUnits(rate, currency) : rate / 100;
}
