import type { Catalogues } from '../../templates/strings.js';
import { accountCzech } from './account/cs.js';
import { accountGerman } from './account/de.js';
import { accountEnglish } from './account/en.js';
import { accountSpanish } from './account/es.js';
import { accountFrench } from './account/fr.js';
import { accountJapanese } from './account/ja.js';
import { czech } from './cs.js';
import { german } from './de.js';
import { english } from './en.js';
import { errorTexts } from './errors.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { hookTexts } from './hooks.js';
import { japanese } from './ja.js';
import { jobsCzech } from './jobs/cs.js';
import { jobsGerman } from './jobs/de.js';
import { jobsEnglish } from './jobs/en.js';
import { jobsSpanish } from './jobs/es.js';
import { jobsFrench } from './jobs/fr.js';
import { jobsJapanese } from './jobs/ja.js';
import { mediaCzech } from './media/cs.js';
import { mediaGerman } from './media/de.js';
import { mediaEnglish } from './media/en.js';
import { mediaSpanish } from './media/es.js';
import { mediaFrench } from './media/fr.js';
import { mediaJapanese } from './media/ja.js';
import { orderingTexts } from './ordering.js';
import { pluginTexts } from './plugins.js';
import { webhookTexts } from './webhooks/catalogues.js';

/** Texts of the admin area by locale: the layout and its pages. */
export const adminCatalogues: Catalogues = join(
  { en: english, es: spanish, de: german, fr: french, cs: czech, ja: japanese },
  {
    en: accountEnglish,
    es: accountSpanish,
    de: accountGerman,
    fr: accountFrench,
    cs: accountCzech,
    ja: accountJapanese,
  },
  { en: jobsEnglish, es: jobsSpanish, de: jobsGerman, fr: jobsFrench, cs: jobsCzech, ja: jobsJapanese },
  { en: mediaEnglish, es: mediaSpanish, de: mediaGerman, fr: mediaFrench, cs: mediaCzech, ja: mediaJapanese },
  pluginTexts,
  hookTexts,
  errorTexts,
  webhookTexts,
  orderingTexts,
);

function join(...parts: readonly Catalogues[]): Catalogues {
  const joined: Record<string, Record<string, string>> & { en: Record<string, string> } = { en: {} };
  for (const part of parts) {
    for (const [locale, texts] of Object.entries(part)) joined[locale] = Object.assign(joined[locale] ?? {}, texts);
  }
  return joined;
}
