import type { Catalogues } from '../../../../index.js';
import { czechAdmin } from './cs.js';
import { germanAdmin } from './de.js';
import { englishAdmin } from './en.js';
import { spanishAdmin } from './es.js';
import { frenchAdmin } from './fr.js';
import { japaneseAdmin } from './ja.js';

/** Strings of the admin pages, by locale. */
export const adminCatalogues: Catalogues = {
  en: englishAdmin,
  es: spanishAdmin,
  de: germanAdmin,
  fr: frenchAdmin,
  cs: czechAdmin,
  ja: japaneseAdmin,
};
