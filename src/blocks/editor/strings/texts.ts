import { type EditorTexts, loadEditorTexts } from './create-editor-texts.js';
import { type EditorTextKey, en } from './en.js';

/** Returns a text in the language of the page. */
export type Texts = EditorTexts<EditorTextKey>;

/** Texts of the editor's own parts in one language, all of them. */
export type EditorCatalogue = Readonly<Record<EditorTextKey, string>>;

/** Catalogues besides English by language, each loaded on demand. */
export const CATALOGUES: Readonly<Record<string, () => Promise<EditorCatalogue>>> = {
  cs: async () => (await import('./cs.js')).cs,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
};

/** Loads the editor's texts. @param locale BCP 47; English if the language has no catalogue, or it cannot be loaded */
export const loadTexts = (locale: string): Promise<Texts> => loadEditorTexts(en, CATALOGUES, locale);
