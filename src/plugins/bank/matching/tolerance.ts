import { shareOf } from '../../../index.js';
import type { Order } from '../receivables/order.js';
import type { MatchSettings } from './settings.js';

/**
 * By how much a payment may differ from what is left of an order: an amount or a share of what is due, the larger of the
 * two (bank.md B3).
 * @returns minor units of the order's currency, less than what is due, so that nothing at all never pays an order
 */
export function toleranceOf(
  { toleranceAmount, tolerancePercent }: Pick<MatchSettings, 'toleranceAmount' | 'tolerancePercent'>,
  { amountDue }: Pick<Order, 'amountDue'>,
): number {
  const larger = Math.max(toleranceAmount, shareOf(amountDue, tolerancePercent));
  return Math.max(0, Math.min(larger, amountDue - 1));
}
