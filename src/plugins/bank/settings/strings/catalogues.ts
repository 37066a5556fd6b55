import type { Catalogues } from '../../../../index.js';
import { czechSettings } from './cs.js';
import { germanSettings } from './de.js';
import { englishSettings } from './en.js';
import { spanishSettings } from './es.js';
import { frenchSettings } from './fr.js';
import { japaneseSettings } from './ja.js';

/** Strings of the settings, by locale. */
export const settingsCatalogues: Catalogues = {
  en: englishSettings,
  es: spanishSettings,
  de: germanSettings,
  fr: frenchSettings,
  cs: czechSettings,
  ja: japaneseSettings,
};
