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
import { pluginTexts } from './plugins.js';

/** The texts of the admin area by locale. */
export const adminCatalogues: Catalogues = {
  en: { ...english, ...accountEnglish, ...pluginTexts.en },
  es: { ...spanish, ...accountSpanish, ...pluginTexts.es },
  de: { ...german, ...accountGerman, ...pluginTexts.de },
  fr: { ...french, ...accountFrench, ...pluginTexts.fr },
  cs: { ...czech, ...accountCzech, ...pluginTexts.cs },
  ja: { ...japanese, ...accountJapanese, ...pluginTexts.ja },
};
