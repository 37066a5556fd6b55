import type { Site } from '../../index.js';
import { readCatalogues, type Strings, type TextKey } from '../../text.js';
import type en from './locales/en.json';

export type AffiliateKey = TextKey<keyof typeof en>;

/** Texts of the affiliate program by locale. */
export const affiliateCatalogues = readCatalogues<AffiliateKey>(new URL('./locales/', import.meta.url));

/** Returns the texts in the site's language, with the site's own additions. */
export function affiliateTexts(site: Pick<Site, 'locale' | 'strings'>): Strings<AffiliateKey> {
  return site.strings(site.locale, affiliateCatalogues);
}
