import type { Catalogues } from '../../../index.js';
import { czech } from './cs.js';
import { german } from './de.js';
import { czechEditing } from './editing/cs.js';
import { germanEditing } from './editing/de.js';
import { englishEditing } from './editing/en.js';
import { spanishEditing } from './editing/es.js';
import { frenchEditing } from './editing/fr.js';
import { japaneseEditing } from './editing/ja.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { japanese } from './ja.js';
import { czechOpinions } from './opinions/cs.js';
import { germanOpinions } from './opinions/de.js';
import { englishOpinions } from './opinions/en.js';
import { spanishOpinions } from './opinions/es.js';
import { frenchOpinions } from './opinions/fr.js';
import { japaneseOpinions } from './opinions/ja.js';

/** The texts of the knowledge base's pages, by locale. */
export const kbCatalogues: Catalogues = {
  en: { ...english, ...englishOpinions, ...englishEditing },
  es: { ...spanish, ...spanishOpinions, ...spanishEditing },
  de: { ...german, ...germanOpinions, ...germanEditing },
  fr: { ...french, ...frenchOpinions, ...frenchEditing },
  cs: { ...czech, ...czechOpinions, ...czechEditing },
  ja: { ...japanese, ...japaneseOpinions, ...japaneseEditing },
};
