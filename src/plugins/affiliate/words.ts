import { type Catalogues, createFaultWords, type FaultWords, type Site, type Strings } from '../../index.js';
import { sharedCatalogues } from './strings/shared/catalogues.js';

/** The texts of a page, in the language and the zone of the site. @param own those that no other page has */
export function textsFor(site: Pick<Site, 'locale' | 'strings'>, own: Catalogues): Strings {
  return site.strings(site.locale, [sharedCatalogues, own]);
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

export const { faultText, refuseForm, fieldText }: FaultWords = createFaultWords('vendor_affiliate_');
