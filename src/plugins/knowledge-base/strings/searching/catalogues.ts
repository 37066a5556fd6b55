import type { Catalogues } from '../../../../index.js';
import { czechSearching } from './cs.js';
import { germanSearching } from './de.js';
import { englishSearching } from './en.js';
import { spanishSearching } from './es.js';
import { frenchSearching } from './fr.js';
import { japaneseSearching } from './ja.js';

/** Texts of the search administration pages, by locale. */
export const searchingCatalogues: Catalogues = {
  en: englishSearching,
  es: spanishSearching,
  de: germanSearching,
  fr: frenchSearching,
  cs: czechSearching,
  ja: japaneseSearching,
};
