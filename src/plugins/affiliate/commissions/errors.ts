import { HostError } from '../../../index.js';
import type { CommissionStatus } from './commission.js';

export function invalidParam(name: string, message: string): HostError {
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { [name]: message } });
}

export function affiliateNotFound(who: string | number): HostError {
  const message = `There is no affiliate "${who}".`;
  return new HostError('vendor_affiliate_affiliate_not_found', message, { status: 404 });
}

/** Error for recording a conversion of an inactive affiliate. */
export function affiliateNotActive(code: string): HostError {
  const message = `The affiliate "${code}" is not active, so nothing is recorded for them.`;
  return new HostError('vendor_affiliate_inactive', message, { status: 403 });
}

export function commissionNotFound(id: number): HostError {
  return new HostError('vendor_affiliate_not_found', `There is no commission ${id}.`, { status: 404 });
}

export function payoutNotFound(id: number): HostError {
  return new HostError('vendor_affiliate_not_found', `There is no payout ${id}.`, { status: 404 });
}

export function invalidTransition(
  from: string,
  to: string,
  allowed: readonly string[],
  reason = `What is ${from} cannot become ${to}${allowed.length > 0 ? `; it may become ${allowed.join(' or ')}` : ''}.`,
): HostError {
  return new HostError('vendor_affiliate_invalid_transition', reason, { status: 409, from, to, allowed });
}

/** Error for approving a commission of an inactive affiliate. */
export function affiliateInactive(affiliateId: number, status: string): HostError {
  const message = `The affiliate ${affiliateId} is ${status}, so the commission stays as it is. Activate them first.`;
  return new HostError('vendor_affiliate_affiliate_inactive', message, { status: 409, affiliate_id: affiliateId });
}

/** @param status of the commission */
export function payoutLocked(id: number, payoutId: number, status: CommissionStatus): HostError {
  const message = `The commission ${id} is in the payout ${payoutId}, which has not ended. Complete or cancel that first.`;
  return new HostError('vendor_affiliate_payout_locked', message, {
    status: 409,
    ...{ commission_id: id, payout_id: payoutId, commission_status: status },
  });
}

/** Error for a repeated id with different values. */
export function idempotencyMismatch(reference: string): HostError {
  const message = `"${reference}" was recorded before with other values, and stays as it is. Give each conversion an id of its own.`;
  return new HostError('vendor_affiliate_idempotency_mismatch', message, { status: 422 });
}

export function saleNotFound(reference: string): HostError {
  const message = `No sale "${reference}" was recorded, so there is nothing to refund.`;
  return new HostError('vendor_affiliate_not_found', message, { status: 404 });
}

/** @param skipped affiliates left out, with the reasons */
export function nothingToPay(skipped: readonly unknown[]): HostError {
  const message = 'Nobody is owed enough to be paid in this way, so no payout was made.';
  return new HostError('vendor_affiliate_nothing_to_pay', message, { status: 409, skipped });
}

export function rateNotFound(which: number | string): HostError {
  return new HostError('vendor_affiliate_not_found', `There is no rate "${which}".`, { status: 404 });
}
