import type { Catalogues } from '../../../templates/strings.js';
import { webhooksCzech } from './cs.js';
import { webhooksGerman } from './de.js';
import { webhooksEnglish } from './en.js';
import { webhooksSpanish } from './es.js';
import { webhooksFrench } from './fr.js';
import { webhooksJapanese } from './ja.js';

/** Texts of the webhook pages by locale. */
export const webhookTexts: Catalogues = {
  en: webhooksEnglish,
  es: webhooksSpanish,
  de: webhooksGerman,
  fr: webhooksFrench,
  cs: webhooksCzech,
  ja: webhooksJapanese,
};
