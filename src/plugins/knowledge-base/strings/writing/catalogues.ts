import type { Catalogue, Catalogues } from '../../../../index.js';
import { cs } from '../../editor/strings/cs.js';
import { de } from '../../editor/strings/de.js';
import { panels } from '../../editor/strings/en/panels.js';
import { es } from '../../editor/strings/es.js';
import { fr } from '../../editor/strings/fr.js';
import { ja } from '../../editor/strings/ja.js';
import { kbCatalogues } from '../catalogues.js';
import { faultTexts } from '../faults/catalogues.js';
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

/** Returns the labels of the block editor's panels as `panel-slug` keys. */
function ofPanels(texts: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`panel-${key}`, text]));
}

/** Catalogues by locale; later ones take precedence. */
const PARTS: readonly Catalogues[] = [
  kbCatalogues,
  {
    en: ofPanels(panels),
    es: ofPanels(es.panels),
    de: ofPanels(de.panels),
    fr: ofPanels(fr.panels),
    cs: ofPanels(cs.panels),
    ja: ofPanels(ja.panels),
  },
  faultTexts,
  {
    en: englishWriting,
    es: spanishWriting,
    de: germanWriting,
    fr: frenchWriting,
    cs: czechWriting,
    ja: japaneseWriting,
  },
  orderTexts,
  quickTexts,
  namingTexts,
  keepingTexts,
];

const joined = (locale: string): Catalogue => Object.assign({}, ...PARTS.map((part) => part[locale] ?? {}));

/** Texts of the writing pages, by locale. */
export const writingCatalogues: Catalogues = {
  en: joined('en'),
  es: joined('es'),
  de: joined('de'),
  fr: joined('fr'),
  cs: joined('cs'),
  ja: joined('ja'),
};
