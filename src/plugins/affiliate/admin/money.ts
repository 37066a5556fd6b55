import { minorDigits } from '../../../index.js';
import { moneyText } from '../words.js';

/** As `moneyText`, for an amount that came as reports have them. @param amount major units */
export function majorText(amount: number, currency: string, locale: string): string {
  return moneyText(Math.round(amount * 10 ** minorDigits(currency)), currency, locale);
}
