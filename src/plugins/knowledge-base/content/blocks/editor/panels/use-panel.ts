import { type OpenDocument, useEditedDocument } from '../../../../../../editor.js';
import type { KbPanelSettings } from '../panel-settings.js';
import { type PanelTexts, panelText } from '../texts.js';

/** Context of a knowledge base panel. */
export interface KbPanel extends Omit<OpenDocument, 'settings'> {
  readonly settings: KbPanelSettings;
  readonly text: PanelTexts;
}

export function usePanel(): KbPanel {
  const opened = useEditedDocument();
  // The plugin's own page provides these settings.
  const settings = opened.settings['knowledge-base'] as KbPanelSettings;
  return { ...opened, settings, text: panelText };
}

/** Returns the message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
