import { createErrorTexts, type ErrorTexts } from '../../admin.js';
import type { Strings } from '../../text.js';

/** Formats a percentage: `12.5%`, `12,5 %`. @param percent from 0 to 100 */
export function percentText(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
}

/** Translates a flag. Flags of plugins and administrators are shown as they are. */
export function flagText(flag: string, { has, text }: Strings): string {
  return has(`flag-${flag}`) ? text(`flag-${flag}`) : flag;
}

/** Translates a payment method. Methods of plugins are shown by name. */
export function methodText(method: string, { has, text }: Strings): string {
  return has(`method-${method}`) ? text(`method-${method}`) : method;
}

/** Badge styles by status. */
export const BADGE_KINDS = {
  affiliate: { pending: 'warning', active: 'good', inactive: 'neutral', rejected: 'bad' },
  commission: { pending: 'warning', approved: 'good', paid: 'neutral', rejected: 'bad', refunded: 'bad' },
  payout: { draft: 'neutral', processing: 'warning', completed: 'good', failed: 'bad', cancelled: 'neutral' },
} as const;

export const { errorText, refuseForm, fieldText }: ErrorTexts = createErrorTexts('vendor_affiliate_');
