import { parseAmount, parsePercent } from '../../../money.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import type { Rate } from './rate.js';

const MAX_PERCENT = 10_000;

/**
 * Parses a rate.
 * @param rate percent with two decimals at most, or an amount of the currency
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export function readRate(type: RateType, rate: number | string, currency: string): Rate {
  const value = type === 'flat' ? parseAmount(rate, currency) : parsePercent(rate);
  if (value !== null && (type === 'flat' || value <= MAX_PERCENT)) return { type, value };
  throw invalidParam('rate', 'A rate is 0 to 100 percent with at most two decimals, or an amount such as 12.5.');
}
