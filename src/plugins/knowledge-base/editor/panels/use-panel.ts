import { type OpenDocument, useEditedDocument } from '../../../../editor.js';
import type { KbPanelSettings } from '../panel-settings.js';
import { type PanelTexts, panelText } from '../strings/texts.js';

/** What a panel of the knowledge base works with. */
export interface KbPanel extends Omit<OpenDocument, 'settings'> {
  readonly settings: KbPanelSettings;
  readonly text: PanelTexts;
}

export function usePanel(): KbPanel {
  const opened = useEditedDocument();
  // The page of our own plugin has put it there.
  const settings = opened.settings['knowledge-base'] as KbPanelSettings;
  return { ...opened, settings, text: panelText };
}

/** What a call came to nothing by, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
