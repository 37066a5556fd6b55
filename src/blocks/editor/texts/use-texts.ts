import { useEffect, useState } from '@wordpress/element';
import en from '../locales/en.json' with { type: 'json' };
import { createEditorTexts } from './create-editor-texts.js';
import { loadTexts, type Texts } from './texts.js';

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
