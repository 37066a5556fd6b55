import { coreCatalogues } from '../templates/strings/catalogues.js';
import { createStrings, type Strings } from '../templates/strings.js';
import { adminCatalogues } from './strings/catalogues.js';

/** A title of a core page, in the language that is asked for. */
export function coreText(key: string): (locale: string, strings?: Strings) => string {
  return (locale, strings = createStrings(locale, [coreCatalogues, adminCatalogues])) => strings.text(key);
}
