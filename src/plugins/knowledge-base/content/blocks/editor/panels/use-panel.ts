import { type OpenDocument, useEditedDocument } from '../../../../../../editor.js';
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

/** Settings that the editor page passes to the knowledge base panels. */
export interface KbPanelSettings {
  /** Base URL of article paths, without trailing slash. */
  readonly address: string;
  readonly siteLocale: string;
  readonly roles: readonly { readonly name: string; readonly label: string }[];
  readonly mayManageAccess: boolean;
  readonly mayManageCategories: boolean;
  readonly mayListUsers: boolean;
  readonly mayUpload: boolean;
}
