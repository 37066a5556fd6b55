import type { Catalogues } from '../strings.js';
import { czech } from './cs.js';
import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { japanese } from './ja.js';

/** Texts of the layout, the login page, messages and the admin area, by locale. */
export const coreCatalogues: Catalogues = {
  en: english,
  es: spanish,
  de: german,
  fr: french,
  cs: czech,
  ja: japanese,
};
