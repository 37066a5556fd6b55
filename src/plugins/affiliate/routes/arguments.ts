import { type Calendar, dayOrMoment } from '../../../calendar.js';
import { invalidParam } from '../commissions/errors.js';

/** Types of amounts and rates. Text is first, so that ` +5. ` is validated as written and not coerced to a number. */
export const AMOUNT_TYPES = ['string', 'number'] as const;

export const NAMESPACE = 'vendor-affiliate/v1';
/** Header with the API key of an external form or shop: 2-affiliate-program.md, Authentication. */
export const KEY_HEADER = 'X-Vendor-API-Key';
/** Required permission to change the ledger: 2-affiliate-program.md, Authentication. */
export const ADMIN = 'manage_options';

export const ID_ARG = { type: 'integer', minimum: 1 } as const;

export const PAGE_ARGS = {
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
} as const;

export const DAY_OR_MOMENT_ARG = {
  type: 'string',
  maxLength: 40,
  description: "Day in the site's time zone, 2026-01-31, or a time, 2026-01-31T12:00:00Z.",
} as const;

/**
 * Returns the start of a day or time.
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export function boundOf(name: string, text: string, calendar: Calendar): Date {
  const moment = dayOrMoment(text, calendar);
  if (moment) return moment;
  throw invalidParam(name, 'Enter a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.');
}
