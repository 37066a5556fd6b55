import type { Catalogues } from '../../../index.js';
import { czechConverting } from './converting/cs.js';
import { germanConverting } from './converting/de.js';
import { englishConverting } from './converting/en.js';
import { spanishConverting } from './converting/es.js';
import { frenchConverting } from './converting/fr.js';
import { japaneseConverting } from './converting/ja.js';
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

/** Texts of the public pages and the article pages of the admin area, by locale. */
export const kbCatalogues: Catalogues = {
  en: { ...english, ...englishOpinions, ...englishEditing, ...englishConverting },
  es: { ...spanish, ...spanishOpinions, ...spanishEditing, ...spanishConverting },
  de: { ...german, ...germanOpinions, ...germanEditing, ...germanConverting },
  fr: { ...french, ...frenchOpinions, ...frenchEditing, ...frenchConverting },
  cs: { ...czech, ...czechOpinions, ...czechEditing, ...czechConverting },
  ja: { ...japanese, ...japaneseOpinions, ...japaneseEditing, ...japaneseConverting },
};
