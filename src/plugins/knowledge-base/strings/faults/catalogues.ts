import type { Catalogues } from '../../../../index.js';
import { czechFaults } from './cs.js';
import { germanFaults } from './de.js';
import { englishFaults } from './en.js';
import { spanishFaults } from './es.js';
import { frenchFaults } from './fr.js';
import { japaneseFaults } from './ja.js';

/** Texts of the errors of saving articles, categories and files, by locale. */
export const faultTexts: Catalogues = {
  en: englishFaults,
  es: spanishFaults,
  de: germanFaults,
  fr: frenchFaults,
  cs: czechFaults,
  ja: japaneseFaults,
};
