import { type EditorTexts, loadEditorTexts } from '../../../../editor.js';
import { type BlockTextKey, CATALOGUES, type KbEditorCatalogue, type PanelTextKey } from './catalogues.js';
import { blocks } from './en/blocks.js';
import { panels } from './en/panels.js';

export type PanelTexts = EditorTexts<PanelTextKey>;

/** Returns the catalogues of one part. */
function partOf<Part extends keyof KbEditorCatalogue>(
  part: Part,
): Readonly<Record<string, () => Promise<KbEditorCatalogue[Part]>>> {
  return Object.fromEntries(
    Object.entries(CATALOGUES).map(([language, load]) => [language, async () => (await load())[part]]),
  );
}

/** Panel texts in the page's language. */
export const panelText: PanelTexts = await loadEditorTexts(panels, partOf('panels'));

/** Block texts in the page's language. */
export const blockText: EditorTexts<BlockTextKey> = await loadEditorTexts(blocks, partOf('blocks'));
