import { createStrings, type Site, type Strings } from '../../../../index.js';
import { type KbKey, kbCatalogues } from '../../catalogues.js';

/** Paths of the work list and of the broken links, relative to the admin area. */
export const WORK_PATH = '/kb/work';
export const LINKS_PATH = '/kb/links';

/** Creates the strings of the pages. */
export function workingTexts(site: Pick<Site, 'locale' | 'strings'>): Strings<KbKey> {
  return site.strings(site.locale, kbCatalogues);
}

/** Returns the page title in the language of the menu. */
export const workingTitle = (key: KbKey) => (locale: string) => createStrings(locale, kbCatalogues).text(key);
