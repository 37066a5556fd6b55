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
import { mediaCzech } from './media/cs.js';
import { mediaGerman } from './media/de.js';
import { mediaEnglish } from './media/en.js';
import { mediaSpanish } from './media/es.js';
import { mediaFrench } from './media/fr.js';
import { mediaJapanese } from './media/ja.js';

/** The texts of the admin area by locale. */
export const adminCatalogues: Catalogues = {
  en: { ...english, ...accountEnglish, ...mediaEnglish },
  es: { ...spanish, ...accountSpanish, ...mediaSpanish },
  de: { ...german, ...accountGerman, ...mediaGerman },
  fr: { ...french, ...accountFrench, ...mediaFrench },
  cs: { ...czech, ...accountCzech, ...mediaCzech },
  ja: { ...japanese, ...accountJapanese, ...mediaJapanese },
};
