import type { Catalogues } from '../../../../index.js';
import { czechFigures } from './cs.js';
import { germanFigures } from './de.js';
import { englishFigures } from './en.js';
import { spanishFigures } from './es.js';
import { frenchFigures } from './fr.js';
import { japaneseFigures } from './ja.js';

/** Texts of the usage statistics, by locale. */
export const figuresCatalogues: Catalogues = {
  en: englishFigures,
  de: germanFigures,
  es: spanishFigures,
  fr: frenchFigures,
  cs: czechFigures,
  ja: japaneseFigures,
};
