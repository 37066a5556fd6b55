import type { Catalogues } from '../../../../index.js';
import { czechArea } from './cs.js';
import { germanArea } from './de.js';
import { englishArea } from './en.js';
import { spanishArea } from './es.js';
import { frenchArea } from './fr.js';
import { japaneseArea } from './ja.js';

/** Strings of the affiliate area, by locale. */
export const areaCatalogues: Catalogues = {
  en: englishArea,
  es: spanishArea,
  de: germanArea,
  fr: frenchArea,
  cs: czechArea,
  ja: japaneseArea,
};
