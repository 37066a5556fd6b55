import en from '../locales/en.json' with { type: 'json' };
import { type EditorTexts, loadEditorTexts } from './create-editor-texts.js';

export type EditorTextKey = keyof typeof en;

/** Returns a text in the language of the page. */
export type Texts = EditorTexts<EditorTextKey>;

/** Loads the editor's texts. @param locale BCP 47; English if the language has no catalogue, or it cannot be loaded */
export const loadTexts = (locale: string): Promise<Texts> =>
  loadEditorTexts(en, import.meta.glob(['../locales/*.json', '!../locales/en.json'], { import: 'default' }), locale);
