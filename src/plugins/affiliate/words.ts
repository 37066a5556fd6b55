import {
  type Catalogues,
  createStrings,
  formError,
  HostError,
  majorUnits,
  minorDigits,
  type Site,
  type Strings,
} from '../../index.js';
import { sharedCatalogues } from './strings/shared/catalogues.js';

/** The texts of a page, in the language and the zone of the site. @param own those that no other page has */
export function textsFor({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>, own: Catalogues): Strings {
  return createStrings(locale, [sharedCatalogues, own], { timeZone: timezone });
}

/** An amount as people write it: `€1,234.50`, `1.234,50 €`. @param minor units of the currency */
export function moneyText(minor: number, currency: string, locale: string): string {
  return majorText(majorUnits(minor, currency), currency, locale);
}

/** The same of what was made major units already. */
export function majorText(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  // Intl leaves out decimals that shops do not use, such as those of a forint: what is owed is shown as it is.
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...exact }).format(amount);
}

/** A percentage as people write it: `12.5%`, `12,5 %`. @param percent of a hundred */
export function percentText(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
}

/** A flag in words; those of plugins and of administrators go by what they are called. */
export function flagText(flag: string, { has, text }: Strings): string {
  return has(`flag-${flag}`) ? text(`flag-${flag}`) : flag;
}

/** A way of payment in words; those of plugins go by their names. */
export function methodText(method: string, { has, text }: Strings): string {
  return has(`method-${method}`) ? text(`method-${method}`) : method;
}

/** What a badge looks like that names a state. */
export const BADGE_KINDS = {
  affiliate: { pending: 'warning', active: 'good', inactive: 'neutral', rejected: 'bad' },
  commission: { pending: 'warning', approved: 'good', paid: 'neutral', rejected: 'bad', refunded: 'bad' },
  payout: { draft: 'neutral', processing: 'warning', completed: 'good', failed: 'bad', cancelled: 'neutral' },
} as const;

const OWN_CODE = /^vendor_affiliate_/;

/** What went wrong and what to do, in the language of the reader where there are words for it. */
export function faultText({ code, message }: Pick<HostError, 'code' | 'message'>, { has, text }: Strings): string {
  const key = `error-${code.replace(OWN_CODE, '')}`;
  return has(key) ? text(key) : message;
}

/**
 * Refuses a form with the words of the programme, at the fields that the error names.
 * @throws always: what is no fault of the form as it is
 */
export function refuseForm(error: unknown, strings: Strings): never {
  if (!(error instanceof HostError) || !OWN_CODE.test(error.code) || error.status >= 500) throw error;
  const { params } = error.data;
  const named = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  const errors = named.map(([name, message]) => [name, fieldText(name, String(message), strings)]);
  throw formError(Object.fromEntries(errors), faultText(error, strings));
}

/** What is wrong with a field. @param message for fields that there are no words for */
export function fieldText(name: string, message: string, { has, text }: Strings): string {
  return has(`param-${name}`) ? text(`param-${name}`) : message;
}
