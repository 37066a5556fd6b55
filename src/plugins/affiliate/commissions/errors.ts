import { HostError } from '../../../index.js';

export function invalidParam(name: string, message: string): HostError {
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { [name]: message } });
}

export function affiliateNotFound(who: string | number): HostError {
  const message = `Affiliate "${who}" does not exist.`;
  return new HostError('vendor_affiliate_affiliate_not_found', message, { status: 404 });
}

/** Error for recording a conversion of an inactive affiliate. */
export function affiliateNotActive(code: string): HostError {
  const message = `Affiliate "${code}" is not active. No conversion was recorded.`;
  return new HostError('vendor_affiliate_inactive', message, { status: 403 });
}

export function commissionNotFound(id: number): HostError {
  return new HostError('vendor_affiliate_not_found', `Commission ${id} does not exist.`, { status: 404 });
}

export function payoutNotFound(id: number): HostError {
  return new HostError('vendor_affiliate_not_found', `Payout ${id} does not exist.`, { status: 404 });
}

export function invalidTransition(
  from: string,
  to: string,
  allowed: readonly string[],
  reason = `The status ${from} cannot change to ${to}${allowed.length > 0 ? `. Allowed: ${allowed.join(' or ')}` : ''}.`,
): HostError {
  return new HostError('vendor_affiliate_invalid_transition', reason, { status: 409, from, to, allowed });
}

/** Error for approving a commission of an inactive affiliate. */
export function affiliateInactive(affiliateId: number, status: string): HostError {
  const message = `Affiliate ${affiliateId} is ${status}, so the commission is unchanged. Activate the affiliate first.`;
  return new HostError('vendor_affiliate_affiliate_inactive', message, { status: 409, affiliate_id: affiliateId });
}

/** @param status of the commission */
export function payoutLocked(id: number, payoutId: number, status: string): HostError {
  const message = `Commission ${id} is in payout ${payoutId}, which has not ended. Complete or cancel the payout first.`;
  return new HostError('vendor_affiliate_payout_locked', message, {
    status: 409,
    commission_id: id,
    payout_id: payoutId,
    commission_status: status,
  });
}

/** Error for a repeated id with different values. */
export function idempotencyMismatch(reference: string): HostError {
  const message = `"${reference}" was already recorded with other values. Nothing was changed. Use a unique ID for each conversion.`;
  return new HostError('vendor_affiliate_idempotency_mismatch', message, { status: 422 });
}

export function saleNotFound(reference: string): HostError {
  const message = `There is no sale "${reference}" to refund.`;
  return new HostError('vendor_affiliate_not_found', message, { status: 404 });
}

/** @param skipped affiliates left out, with the reasons */
export function nothingToPay(skipped: readonly unknown[]): HostError {
  const message = 'No affiliate is owed enough with this payout method. No payout was created.';
  return new HostError('vendor_affiliate_nothing_to_pay', message, { status: 409, skipped });
}

export function rateNotFound(which: number | string): HostError {
  return new HostError('vendor_affiliate_not_found', `Rate "${which}" does not exist.`, { status: 404 });
}
