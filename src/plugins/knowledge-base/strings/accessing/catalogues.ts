import type { Catalogues } from '../../../../index.js';
import { czechAccessing } from './cs.js';
import { germanAccessing } from './de.js';
import { englishAccessing } from './en.js';
import { spanishAccessing } from './es.js';
import { frenchAccessing } from './fr.js';
import { japaneseAccessing } from './ja.js';

/** Texts of the access report, by locale. */
export const accessingCatalogues: Catalogues = {
  en: englishAccessing,
  de: germanAccessing,
  es: spanishAccessing,
  fr: frenchAccessing,
  cs: czechAccessing,
  ja: japaneseAccessing,
};
