import type { Catalogues } from '../../../../index.js';
import { czechImporting } from './cs.js';
import { germanImporting } from './de.js';
import { englishImporting } from './en.js';
import { spanishImporting } from './es.js';
import { frenchImporting } from './fr.js';
import { japaneseImporting } from './ja.js';

/** Texts of the import pages, by locale. */
export const importingCatalogues: Catalogues = {
  en: englishImporting,
  de: germanImporting,
  es: spanishImporting,
  fr: frenchImporting,
  cs: czechImporting,
  ja: japaneseImporting,
};
