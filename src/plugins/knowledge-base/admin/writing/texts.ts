import { createStrings, type Site, type Strings } from '../../../../index.js';
import { writingCatalogues } from '../../strings/writing/catalogues.js';

/** Creates the strings of the writing pages. */
export function writingTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, writingCatalogues, { timeZone: timezone });
}

/** Returns the title of a writing page in the language of the menu. */
export function writingTitle({ timezone }: Pick<Site, 'timezone'>, key: string): (locale: string) => string {
  return (locale) => writingTexts({ locale, timezone }).text(key);
}
