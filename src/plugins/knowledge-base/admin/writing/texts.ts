import { createStrings, type Site, type Strings } from '../../../../index.js';
import { writingCatalogues } from '../../strings/writing/catalogues.js';

/** The words of the pages on which articles are written. */
export function writingTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, writingCatalogues, { timeZone: timezone });
}

/** The title of such a page, in the language of whoever reads the menu. */
export function writingTitle({ timezone }: Pick<Site, 'timezone'>, key: string): (locale: string) => string {
  return (locale) => writingTexts({ locale, timezone }).text(key);
}
