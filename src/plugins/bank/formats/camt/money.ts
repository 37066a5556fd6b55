import { readAmount } from '../amounts.js';
import type { XmlElement } from './xml-element.js';

/** Amount in minor units of a currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** XML decimal, without thousands separators. */
const DECIMAL = /^[+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * Reads an amount and its attribute `Ccy`.
 * @param currency default if the attribute is missing
 * @returns null if it is no valid amount
 */
export function readMoney(element: XmlElement | null, currency = ''): Money | null {
  if (element === null || !DECIMAL.test(element.text)) return null;
  const own = element.currency.trim().toUpperCase() || currency;
  const amount = readAmount(element.text, own);
  return amount === null ? null : { amount, currency: own };
}
