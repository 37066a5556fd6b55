import { coreCatalogues } from '../templates/strings/catalogues.js';
import { createStrings } from '../templates/strings.js';
import { adminCatalogues } from './strings/catalogues.js';

/** A title of a core page, in the language that is asked for. */
export function coreText(key: string): (locale: string) => string {
  return (locale) => createStrings(locale, [coreCatalogues, adminCatalogues]).text(key);
}
