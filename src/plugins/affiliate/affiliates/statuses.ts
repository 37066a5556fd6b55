import { HostError } from '../../../index.js';

export const AFFILIATE_STATUSES = ['pending', 'active', 'inactive', 'rejected'] as const;
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

/**
 * What may become of somebody's part in the programme. Who is active is counted for and may see their pages; who was
 * rejected may be asked once more.
 */
export const STATUS_TRANSITIONS: Readonly<Record<AffiliateStatus, readonly AffiliateStatus[]>> = {
  pending: ['active', 'rejected'],
  active: ['inactive', 'rejected'],
  inactive: ['active', 'rejected'],
  rejected: ['pending', 'active'],
};

/** @param from what somebody is, from where `to` cannot be reached */
export function invalidStatus(from: AffiliateStatus, to: AffiliateStatus): HostError {
  const allowed = STATUS_TRANSITIONS[from];
  const message = `An affiliate who is ${from} cannot become ${to}; they may become ${allowed.join(' or ')}.`;
  return new HostError('vendor_affiliate_invalid_transition', message, { status: 409, from, to, allowed });
}
