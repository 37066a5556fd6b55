import { shareOf } from '../../../money.js';
import type { Order } from '../receivables/order.js';
import type { MatchSettings } from './settings.js';

/**
 * Computes by how much a payment may differ from the open amount of an order. The larger of a fixed amount and a share
 * of the amount due.
 * @returns minor units of the order's currency, less than the amount due, so that a payment of 0 never settles an order
 */
export function toleranceOf(
  { toleranceAmount, tolerancePercent }: Pick<MatchSettings, 'toleranceAmount' | 'tolerancePercent'>,
  { amountDue }: Pick<Order, 'amountDue'>,
): number {
  const larger = Math.max(toleranceAmount, shareOf(amountDue, tolerancePercent));
  return Math.max(0, Math.min(larger, amountDue - 1));
}
