import { majorUnits, minorDigits } from './money.js';

/**
 * Formats an amount: `€1,234.50`, `1.234,50 €`. @param minor minor units of the currency @param locale BCP 47
 * @example
 * moneyText(1250, 'EUR', 'de'); // '12,50 €'
 */
export function moneyText(minor: number, currency: string, locale: string): string {
  return majorText(majorUnits(minor, currency), currency, locale);
}

/** Formats an amount in major units. */
export function majorText(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  // Intl drops decimals that shops do not use, such as those of the forint. Stored amounts are shown exactly.
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...exact }).format(amount);
}
