import { createStrings, type Site, type Strings } from '../../../../index.js';
import { kbCatalogues } from '../../strings/catalogues.js';
import { workingCatalogues } from '../../strings/working/catalogues.js';

/** Where what waits is listed, and where broken links are, below the admin area. */
export const WORK_PATH = '/kb/work';
export const LINKS_PATH = '/kb/links';

/** The texts of the pages. */
export function workingTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, [kbCatalogues, workingCatalogues], { timeZone: timezone });
}

/** The title of a page, in the language of whoever reads the menu. */
export const workingTitle = (key: string) => (locale: string) => createStrings(locale, workingCatalogues).text(key);
