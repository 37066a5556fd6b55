import { majorUnits, minorDigits } from './money.js';

/** An amount as people write it: `€1,234.50`, `1.234,50 €`. @param minor units of the currency @param locale of BCP 47 */
export function moneyText(minor: number, currency: string, locale: string): string {
  return majorText(majorUnits(minor, currency), currency, locale);
}

/** The same of what was made major units already. */
export function majorText(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  // Intl leaves out decimals that shops do not use, such as those of a forint: what is owed or booked is shown as it is.
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...exact }).format(amount);
}
