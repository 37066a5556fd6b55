import { type EditorTexts, loadEditorTexts } from './create-editor-texts.js';
import { type EditorTextKey, en } from './en.js';

/** Says something in the language of the page. */
export type Texts = EditorTexts<EditorTextKey>;

/** What the editor's own parts say in one language: all of it. */
export type EditorCatalogue = Readonly<Record<EditorTextKey, string>>;

/** The catalogues besides English by language, each loaded where it is wanted. */
export const CATALOGUES: Readonly<Record<string, () => Promise<EditorCatalogue>>> = {
  cs: async () => (await import('./cs.js')).cs,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
};

/** @param locale BCP 47; a language without a catalogue gets English, and so does everybody when it cannot be loaded */
export const loadTexts = (locale: string): Promise<Texts> => loadEditorTexts(en, CATALOGUES, locale);
