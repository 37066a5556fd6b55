import { createStrings, type Site, type Strings } from '../../../../index.js';
import { kbCatalogues } from '../../strings/catalogues.js';
import { workingCatalogues } from '../../strings/working/catalogues.js';

/** Paths of the work list and of the broken links, relative to the admin area. */
export const WORK_PATH = '/kb/work';
export const LINKS_PATH = '/kb/links';

/** Creates the strings of the pages. */
export function workingTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, [kbCatalogues, workingCatalogues], { timeZone: timezone });
}

/** Returns the page title in the language of the menu. */
export const workingTitle = (key: string) => (locale: string) => createStrings(locale, workingCatalogues).text(key);
