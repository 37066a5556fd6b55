import type { Catalogues } from '../../../../index.js';
import { germanAdmin } from './de.js';
import { englishAdmin } from './en.js';
import { spanishAdmin } from './es.js';

/** The texts of the pages of administrators, by locale. */
export const adminCatalogues: Catalogues = {
  en: englishAdmin,
  es: spanishAdmin,
  de: germanAdmin,
};
