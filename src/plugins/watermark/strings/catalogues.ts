import type { Catalogues } from '../../../index.js';
import { czechDesign } from './design/cs.js';
import { germanDesign } from './design/de.js';
import { englishDesign } from './design/en.js';
import { spanishDesign } from './design/es.js';
import { frenchDesign } from './design/fr.js';
import { japaneseDesign } from './design/ja.js';
import { czechLibrary } from './library/cs.js';
import { germanLibrary } from './library/de.js';
import { englishLibrary } from './library/en.js';
import { spanishLibrary } from './library/es.js';
import { frenchLibrary } from './library/fr.js';
import { japaneseLibrary } from './library/ja.js';

/** Strings of the plugin's pages, by locale. */
export const watermarkCatalogues: Catalogues = {
  en: { ...englishLibrary, ...englishDesign },
  es: { ...spanishLibrary, ...spanishDesign },
  de: { ...germanLibrary, ...germanDesign },
  fr: { ...frenchLibrary, ...frenchDesign },
  cs: { ...czechLibrary, ...czechDesign },
  ja: { ...japaneseLibrary, ...japaneseDesign },
};
