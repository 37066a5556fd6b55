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
import type { OrderStatus } from './receivables/order.js';
import type { RunStatus } from './runs/run.js';
import { sharedCatalogues } from './strings/shared/catalogues.js';
import type { TransactionStatus } from './transactions/states.js';

/** The texts of a page, in the language and the zone of the site. @param own those of its pages alone */
export function textsFor({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>, own: Catalogues): Strings {
  return createStrings(locale, [sharedCatalogues, own], { timeZone: timezone });
}

/** An amount as people write it: `€1,234.50`, `1.234,50 €`. @param minor units of the currency */
export function moneyText(minor: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  // Intl leaves out decimals that shops do not use, such as those of a forint: what a bank has booked is shown as it is.
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...exact }).format(majorUnits(minor, currency));
}

/** A day of the bank in words. @param day `YYYY-MM-DD` */
export function dayText(day: string, locale: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** An IBAN in groups of four, as it is printed. */
export function ibanText(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** What a badge looks like that names a state. */
export const BADGE_KINDS = {
  transaction: {
    ...{ new: 'neutral', matched: 'good', partial: 'good', overpaid: 'warning', unmatched: 'warning' },
    ...{ ignored: 'neutral', review: 'warning', reversed: 'bad', error: 'bad' },
  } satisfies Record<TransactionStatus, BadgeKind>,
  order: {
    ...{ open: 'neutral', partial: 'warning', paid: 'good', overpaid: 'warning', cancelled: 'neutral' },
  } satisfies Record<OrderStatus, BadgeKind>,
  run: {
    ...{ running: 'warning', finished: 'good', failed: 'bad', aborted: 'bad' },
  } satisfies Record<RunStatus, BadgeKind>,
  source: { ok: 'good', failed: 'bad', skipped: 'neutral' },
} as const;

export type BadgeKind = 'neutral' | 'good' | 'warning' | 'bad';

/** A word of the program in the reader's language; those of plugins go by what they are called. */
export function wordText(prefix: 'flag' | 'reason' | 'rule' | 'trigger', word: string, { has, text }: Strings): string {
  return has(`${prefix}-${word}`) ? text(`${prefix}-${word}`) : word;
}

const OWN_CODE = /^vendor_bank_/;

/** What went wrong and what to do, in the language of the reader where there are words for it. */
export function faultText({ code, message }: Pick<HostError, 'code' | 'message'>, { has, text }: Strings): string {
  const key = `error-${code.replace(OWN_CODE, '')}`;
  return has(key) ? text(key) : message;
}

/**
 * Refuses a form with the words of the plugin, at the fields that the error names.
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
function fieldText(name: string, message: string, { has, text }: Strings): string {
  return has(`param-${name}`) ? text(`param-${name}`) : message;
}
