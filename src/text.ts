/**
 * 'mortise/text': translations, CSV and short texts.
 *
 *     const { text } = createStrings('de', readCatalogues(new URL('./locales/', import.meta.url)));
 */

export { EXCERPT_LENGTH, truncateText } from './core/content/truncate-text.js';
export { type CsvCell, csvText } from './core/csv-text.js';
export {
  type Catalogue,
  type Catalogues,
  createStrings,
  type LocalText,
  type Strings,
} from './core/templates/strings.js';
export type { OwnedTexts } from './core/texts/owned-texts.js';
export { type AddedCatalogues, readCatalogues, type TextKey } from './core/texts/read-catalogues.js';
