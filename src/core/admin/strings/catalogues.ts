import type { Catalogues } from '../../pages/strings.js';
import { accountCzech } from './account/cs.js';
import { accountGerman } from './account/de.js';
import { accountEnglish } from './account/en.js';
import { accountSpanish } from './account/es.js';
import { accountFrench } from './account/fr.js';
import { accountJapanese } from './account/ja.js';
import { czech } from './cs.js';
import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { japanese } from './ja.js';
import { jobsCzech } from './jobs/cs.js';
import { jobsGerman } from './jobs/de.js';
import { jobsEnglish } from './jobs/en.js';
import { jobsSpanish } from './jobs/es.js';
import { jobsFrench } from './jobs/fr.js';
import { jobsJapanese } from './jobs/ja.js';
import { pluginTexts } from './plugins.js';
import { webhooksCzech } from './webhooks/cs.js';
import { webhooksGerman } from './webhooks/de.js';
import { webhooksEnglish } from './webhooks/en.js';
import { webhooksSpanish } from './webhooks/es.js';
import { webhooksFrench } from './webhooks/fr.js';
import { webhooksJapanese } from './webhooks/ja.js';

/** The texts of the admin area by locale. */
export const adminCatalogues: Catalogues = {
  en: { ...english, ...accountEnglish, ...jobsEnglish, ...pluginTexts.en, ...webhooksEnglish },
  es: { ...spanish, ...accountSpanish, ...jobsSpanish, ...pluginTexts.es, ...webhooksSpanish },
  de: { ...german, ...accountGerman, ...jobsGerman, ...pluginTexts.de, ...webhooksGerman },
  fr: { ...french, ...accountFrench, ...jobsFrench, ...pluginTexts.fr, ...webhooksFrench },
  cs: { ...czech, ...accountCzech, ...jobsCzech, ...pluginTexts.cs, ...webhooksCzech },
  ja: { ...japanese, ...accountJapanese, ...jobsJapanese, ...pluginTexts.ja, ...webhooksJapanese },
};
