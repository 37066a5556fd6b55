import { type EditorTexts, loadEditorTexts } from '../../../../../editor.js';
import en from './locales/en.json' with { type: 'json' };

type Key = keyof typeof en;

type WithoutPanel<Name> = Name extends `panel-${infer Rest}` ? Rest : never;

export type PanelTexts = EditorTexts<WithoutPanel<Key>>;

/** Block texts in the page's language. */
export const blockText: EditorTexts<Key> = await loadEditorTexts(
  en,
  import.meta.glob(['./locales/*.json', '!./locales/en.json'], { import: 'default' }),
);

/** Panel texts in the page's language. */
export const panelText: PanelTexts = (key, values) => blockText(`panel-${key}`, values);
