import type { Commission } from './commission.js';
import { payoutLocked } from './errors.js';

/** Whether the commission is in an unfinished payout, which locks it. */
export function isInOpenPayout({ payoutId, status }: Pick<Commission, 'payoutId' | 'status'>): boolean {
  return payoutId !== 0 && status !== 'paid';
}

/** @throws HostError 409 `vendor_affiliate_payout_locked` */
export function assertFree(commission: Pick<Commission, 'id' | 'payoutId' | 'status'>): void {
  if (isInOpenPayout(commission)) throw payoutLocked(commission.id, commission.payoutId, commission.status);
}
