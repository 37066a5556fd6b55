import type { Catalogue, Catalogues } from '../../../../index.js';
import { cs } from '../../editor/strings/cs.js';
import { de } from '../../editor/strings/de.js';
import { panels } from '../../editor/strings/en/panels.js';
import { es } from '../../editor/strings/es.js';
import { fr } from '../../editor/strings/fr.js';
import { ja } from '../../editor/strings/ja.js';
import { kbCatalogues } from '../catalogues.js';
import { czechFaults } from '../faults/cs.js';
import { germanFaults } from '../faults/de.js';
import { englishFaults } from '../faults/en.js';
import { spanishFaults } from '../faults/es.js';
import { frenchFaults } from '../faults/fr.js';
import { japaneseFaults } from '../faults/ja.js';
import { czechWriting } from './cs.js';
import { germanWriting } from './de.js';
import { englishWriting } from './en.js';
import { spanishWriting } from './es.js';
import { frenchWriting } from './fr.js';
import { japaneseWriting } from './ja.js';

/** What the panels of the editor of blocks call the same things, as `panel-slug`. */
function ofPanels(texts: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`panel-${key}`, text]));
}

/** The texts of the pages on which articles are written, by locale. */
export const writingCatalogues: Catalogues = {
  en: { ...kbCatalogues.en, ...ofPanels(panels), ...englishFaults, ...englishWriting },
  es: { ...kbCatalogues.es, ...ofPanels(es.panels), ...spanishFaults, ...spanishWriting },
  de: { ...kbCatalogues.de, ...ofPanels(de.panels), ...germanFaults, ...germanWriting },
  fr: { ...kbCatalogues.fr, ...ofPanels(fr.panels), ...frenchFaults, ...frenchWriting },
  cs: { ...kbCatalogues.cs, ...ofPanels(cs.panels), ...czechFaults, ...czechWriting },
  ja: { ...kbCatalogues.ja, ...ofPanels(ja.panels), ...japaneseFaults, ...japaneseWriting },
};
