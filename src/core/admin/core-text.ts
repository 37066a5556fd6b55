import { coreCatalogues } from '../templates/strings/catalogues.js';
import { createStrings, type Strings } from '../templates/strings.js';
import { adminCatalogues } from './strings/catalogues.js';

/** Returns a title function for a core page, which is called with the reader's language. */
export function coreText(key: string): (locale: string, strings?: Strings) => string {
  return (locale, strings = createStrings(locale, [coreCatalogues, adminCatalogues])) => strings.text(key);
}
