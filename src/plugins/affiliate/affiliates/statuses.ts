import { HostError } from '../../../index.js';

export const AFFILIATE_STATUSES = ['pending', 'active', 'inactive', 'rejected'] as const;
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

/** Allowed status changes. Active affiliates earn and can open their area; a rejected one can be reconsidered. */
export const STATUS_TRANSITIONS: Readonly<Record<AffiliateStatus, readonly AffiliateStatus[]>> = {
  pending: ['active', 'rejected'],
  active: ['inactive', 'rejected'],
  inactive: ['active', 'rejected'],
  rejected: ['pending', 'active'],
};

/** @param from current status, from which `to` cannot be reached */
export function invalidStatus(from: AffiliateStatus, to: AffiliateStatus): HostError {
  const allowed = STATUS_TRANSITIONS[from];
  const message = `An affiliate with the status ${from} cannot become ${to}. Allowed: ${allowed.join(' or ')}.`;
  return new HostError('vendor_affiliate_invalid_transition', message, { status: 409, from, to, allowed });
}
