import type { Catalogues } from '../../../../index.js';
import { czechWorking } from './cs.js';
import { germanWorking } from './de.js';
import { englishWorking } from './en.js';
import { spanishWorking } from './es.js';
import { frenchWorking } from './fr.js';
import { japaneseWorking } from './ja.js';

/** Texts of the work list, by locale. */
export const workingCatalogues: Catalogues = {
  en: englishWorking,
  de: germanWorking,
  es: spanishWorking,
  fr: frenchWorking,
  cs: czechWorking,
  ja: japaneseWorking,
};
