import { proportionOf, shareOf } from '../../../index.js';
import type { RateType } from '../commissions/commission.js';

/** How much an affiliate earns. */
export interface Rate {
  readonly type: RateType;
  /** Basis points, or minor units of the programme's currency. */
  readonly value: number;
}

/** A rate, and the rule that it comes from. */
export interface ResolvedRate extends Rate {
  readonly rule: string;
}

const WHOLE = 10_000;

export function isRate(value: unknown): value is Rate {
  if (typeof value !== 'object' || value === null) return false;
  const { type, value: size } = value as Partial<Record<keyof Rate, unknown>>;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return false;
  return type === 'flat' || (type === 'percentage' && size <= WHOLE);
}

/** Minor units that are earned with a base. */
export function earnedWith({ type, value }: Rate, baseMinor: number): number {
  return type === 'flat' ? value : shareOf(baseMinor, value);
}

/** What is left of a commission after a part of its base was given back, always from what it was at first. */
export function leftOf(originalAmount: number, refunded: number, whole: number): number {
  return proportionOf(originalAmount, whole - refunded, whole);
}
