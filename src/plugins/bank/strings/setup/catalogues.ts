import type { Catalogues } from '../../../../index.js';
import { czechSetup } from './cs.js';
import { germanSetup } from './de.js';
import { englishSetup } from './en.js';
import { spanishSetup } from './es.js';
import { frenchSetup } from './fr.js';
import { japaneseSetup } from './ja.js';

/** Strings of profiles and rules, by locale. */
export const setupCatalogues: Catalogues = {
  en: englishSetup,
  es: spanishSetup,
  de: germanSetup,
  fr: frenchSetup,
  cs: czechSetup,
  ja: japaneseSetup,
};
