import { parseAmount, parsePercent, proportionOf, shareOf } from '../../../money.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';

/** Commission rate. */
export interface Rate {
  readonly type: RateType;
  /** Basis points, or minor units of the program's currency. */
  readonly value: number;
}

/** A rate and its rule. */
export interface ResolvedRate extends Rate {
  readonly rule: string;
}

/** A hundred percent, in basis points. */
const WHOLE = 10_000;

export function isRate(value: unknown): value is Rate {
  if (typeof value !== 'object' || value === null) return false;
  const { type, value: size } = value as Partial<Record<keyof Rate, unknown>>;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return false;
  return type === 'flat' || (type === 'percentage' && size <= WHOLE);
}

/** Returns the earnings for a base amount, in minor units. */
export function earnedWith({ type, value }: Rate, baseMinor: number): number {
  return type === 'flat' ? value : shareOf(baseMinor, value);
}

/**
 * Returns the rest of a commission after a partial refund. Always computed from the original amount, so that rounding
 * errors do not add up.
 */
export function leftOf(originalAmount: number, refunded: number, whole: number): number {
  return proportionOf(originalAmount, whole - refunded, whole);
}

/**
 * Parses a rate.
 * @param rate percent with two decimals at most, or an amount of the currency
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export function readRate(type: RateType, rate: number | string, currency: string): Rate {
  const value = type === 'flat' ? parseAmount(rate, currency) : parsePercent(rate);
  if (value !== null && (type === 'flat' || value <= WHOLE)) return { type, value };
  throw invalidParam('rate', 'A rate is 0 to 100 percent with at most two decimals, or an amount such as 12.5.');
}
