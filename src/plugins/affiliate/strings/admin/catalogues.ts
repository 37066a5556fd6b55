import type { Catalogues } from '../../../../index.js';
import { englishAdmin } from './en.js';

/** The texts of the pages of administrators, by locale. */
export const adminCatalogues: Catalogues = {
  en: englishAdmin,
};
