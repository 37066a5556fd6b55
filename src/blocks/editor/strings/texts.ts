import { createEditorTexts } from './create-editor-texts.js';
import { type EditorTextKey, en } from './en.js';

/** Says something in the language of the page. */
export type Texts = (key: EditorTextKey, values?: Readonly<Record<string, string>>) => string;

/** What the editor's own parts say; a catalogue for another language stands beside the English one. */
export function createTexts(locale: string): Texts {
  return createEditorTexts({ en }, locale);
}
