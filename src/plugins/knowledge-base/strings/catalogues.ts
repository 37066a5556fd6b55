import type { Catalogues } from '../../../index.js';
import { czech } from './cs.js';
import { german } from './de.js';
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
  en: { ...english, ...englishOpinions },
  es: { ...spanish, ...spanishOpinions },
  de: { ...german, ...germanOpinions },
  fr: { ...french, ...frenchOpinions },
  cs: { ...czech, ...czechOpinions },
  ja: { ...japanese, ...japaneseOpinions },
};
