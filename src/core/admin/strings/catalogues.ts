import type { Catalogues } from '../../pages/strings.js';
import { english } from './en.js';

/** The texts of the admin area by locale. */
export const adminCatalogues: Catalogues = { en: english };
