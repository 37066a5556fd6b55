import type { Catalogues } from '../../../../index.js';
import { czechBeginning } from './cs.js';
import { germanBeginning } from './de.js';
import { englishBeginning } from './en.js';
import { spanishBeginning } from './es.js';
import { frenchBeginning } from './fr.js';
import { japaneseBeginning } from './ja.js';

/** Texts of the start page and example articles, by locale. */
export const beginningCatalogues: Catalogues = {
  en: englishBeginning,
  de: germanBeginning,
  es: spanishBeginning,
  fr: frenchBeginning,
  cs: czechBeginning,
  ja: japaneseBeginning,
};
