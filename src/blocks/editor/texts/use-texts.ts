import { useEffect, useState } from '@wordpress/element';
import en from '../locales/en.json' with { type: 'json' };
import { createEditorTexts, type EditorTexts, loadEditorTexts } from './create-editor-texts.js';

export type EditorTextKey = keyof typeof en;

/** Returns a text in the language of the page. */
export type Texts = EditorTexts<EditorTextKey>;

/** Loads the editor's texts. @param locale BCP 47; English if the language has no catalogue, or it cannot be loaded */
export const loadTexts = (locale: string): Promise<Texts> =>
  loadEditorTexts(en, import.meta.glob(['../locales/*.json', '!../locales/en.json'], { import: 'default' }), locale);

/** Returns the editor's texts for parts inside of plugin blocks: English until those of the language are loaded. */
export function useTexts(locale: string): Texts {
  const [text, setText] = useState<Texts>(() => createEditorTexts({ en }, 'en'));
  useEffect(() => {
    let isHere = true;
    void loadTexts(locale).then((own) => isHere && setText(() => own));
    return () => {
      isHere = false;
    };
  }, [locale]);
  return text;
}
