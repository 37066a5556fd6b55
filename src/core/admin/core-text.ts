import { createStrings, type Strings } from '../templates/strings.js';
import { type CoreKey, coreCatalogues } from '../texts/core-catalogues.js';

/** Returns a title function for a core page, which is called with the reader's language. */
export function coreText(key: CoreKey): (locale: string, strings?: Strings) => string {
  return (locale, strings = createStrings(locale, coreCatalogues)) => strings.text(key);
}
