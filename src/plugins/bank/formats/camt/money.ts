import { readAmount } from '../amounts.js';
import type { XmlElement } from './xml-element.js';

/** Minor units of a currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Decimals of XML, without groups of thousands. */
const DECIMAL = /^[+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** An amount with its attribute `Ccy`. @param currency where the attribute is missing @returns null for what is no amount */
export function readMoney(element: XmlElement | null, currency = ''): Money | null {
  if (element === null || !DECIMAL.test(element.text)) return null;
  const own = element.currency.trim().toUpperCase() || currency;
  const amount = readAmount(element.text, own);
  return amount === null ? null : { amount, currency: own };
}
