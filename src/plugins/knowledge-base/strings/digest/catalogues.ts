import type { Catalogues } from '../../../../index.js';
import { czechDigest } from './cs.js';
import { germanDigest } from './de.js';
import { englishDigest } from './en.js';
import { spanishDigest } from './es.js';
import { frenchDigest } from './fr.js';
import { japaneseDigest } from './ja.js';

/** Texts of the digest email and its pages, by locale. */
export const digestCatalogues: Catalogues = {
  en: englishDigest,
  de: germanDigest,
  es: spanishDigest,
  fr: frenchDigest,
  cs: czechDigest,
  ja: japaneseDigest,
};
