import { createEditorTexts } from '../../../../editor.js';
import { en, type PanelTextKey } from './en.js';

export type PanelTexts = (key: PanelTextKey, values?: Readonly<Record<string, string>>) => string;

/** What the panels say in the language of the page; another language stands beside the English one. */
export function panelTexts(locale: string): PanelTexts {
  return createEditorTexts({ en }, locale);
}
