import type { Catalogue, Catalogues } from '../../../../index.js';
import { cs } from '../../editor/strings/cs.js';
import { de } from '../../editor/strings/de.js';
import { panels } from '../../editor/strings/en/panels.js';
import { es } from '../../editor/strings/es.js';
import { fr } from '../../editor/strings/fr.js';
import { ja } from '../../editor/strings/ja.js';
import { kbCatalogues } from '../catalogues.js';
import { czechWriting } from './cs.js';
import { germanWriting } from './de.js';
import { englishWriting } from './en.js';
import { spanishWriting } from './es.js';
import { frenchWriting } from './fr.js';
import { japaneseWriting } from './ja.js';
import { keepingTexts } from './keeping.js';
import { namingTexts } from './naming.js';
import { orderTexts } from './order.js';
import { quickTexts } from './quick.js';

/** What the panels of the editor of blocks call the same things, as `panel-slug`. */
function ofPanels(texts: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`panel-${key}`, text]));
}

/** The texts of the pages on which articles are written, by locale. */
export const writingCatalogues: Catalogues = {
  en: {
    ...kbCatalogues.en,
    ...ofPanels(panels),
    ...englishWriting,
    ...orderTexts.en,
    ...quickTexts.en,
    ...namingTexts.en,
    ...keepingTexts.en,
  },
  es: {
    ...kbCatalogues.es,
    ...ofPanels(es.panels),
    ...spanishWriting,
    ...orderTexts.es,
    ...quickTexts.es,
    ...namingTexts.es,
    ...keepingTexts.es,
  },
  de: {
    ...kbCatalogues.de,
    ...ofPanels(de.panels),
    ...germanWriting,
    ...orderTexts.de,
    ...quickTexts.de,
    ...namingTexts.de,
    ...keepingTexts.de,
  },
  fr: {
    ...kbCatalogues.fr,
    ...ofPanels(fr.panels),
    ...frenchWriting,
    ...orderTexts.fr,
    ...quickTexts.fr,
    ...namingTexts.fr,
    ...keepingTexts.fr,
  },
  cs: {
    ...kbCatalogues.cs,
    ...ofPanels(cs.panels),
    ...czechWriting,
    ...orderTexts.cs,
    ...quickTexts.cs,
    ...namingTexts.cs,
    ...keepingTexts.cs,
  },
  ja: {
    ...kbCatalogues.ja,
    ...ofPanels(ja.panels),
    ...japaneseWriting,
    ...orderTexts.ja,
    ...quickTexts.ja,
    ...namingTexts.ja,
    ...keepingTexts.ja,
  },
};
