import type { Catalogues } from '../../../../index.js';
import { czechShared } from './cs.js';
import { germanShared } from './de.js';
import { englishShared } from './en.js';
import { spanishShared } from './es.js';
import { frenchShared } from './fr.js';
import { japaneseShared } from './ja.js';

/** Statuses, reasons and errors, by locale. */
export const sharedCatalogues: Catalogues = {
  en: englishShared,
  es: spanishShared,
  de: germanShared,
  fr: frenchShared,
  cs: czechShared,
  ja: japaneseShared,
};
