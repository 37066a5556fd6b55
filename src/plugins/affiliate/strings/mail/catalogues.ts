import type { Catalogues } from '../../../../index.js';
import { czechMails } from './cs.js';
import { germanMails } from './de.js';
import { englishMails } from './en.js';
import { spanishMails } from './es.js';
import { frenchMails } from './fr.js';
import { japaneseMails } from './ja.js';

/** Strings of the programme's mails, by locale. */
export const mailCatalogues: Catalogues = {
  en: englishMails,
  es: spanishMails,
  de: germanMails,
  fr: frenchMails,
  cs: czechMails,
  ja: japaneseMails,
};
