import type { Catalogues } from '../../../../index.js';
import { czechSetting } from './cs.js';
import { germanSetting } from './de.js';
import { englishSetting } from './en.js';
import { spanishSetting } from './es.js';
import { frenchSetting } from './fr.js';
import { japaneseSetting } from './ja.js';

/** Texts of the settings, by locale. */
export const settingCatalogues: Catalogues = {
  en: englishSetting,
  de: germanSetting,
  es: spanishSetting,
  fr: frenchSetting,
  cs: czechSetting,
  ja: japaneseSetting,
};
