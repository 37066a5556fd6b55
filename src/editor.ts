/**
 * 'mortise/editor': tools for a plugin's scripts in the block editor. They only run in browsers, where the import map
 * of the editor's page resolves this module and the `@wordpress` packages.
 *
 *     registerBlock(metadata, { edit: RecipeCard, icon });
 */

export { addBlockCategory } from './blocks/editor/api/block-category.js';
export {
  type BlockEditProps,
  type BlockTransform,
  type EditorBlock,
  registerBlock,
} from './blocks/editor/api/register-block.js';
export { ServerPreview } from './blocks/editor/api/server-preview.js';
export type { MediaItem, MediaSize } from './blocks/editor/media/media-item.js';
export { type MediaLibraryOptions, openMediaLibrary } from './blocks/editor/media/open-media-library.js';
export { type DocumentPanel, type FieldValue, registerDocumentPanel } from './blocks/editor/panels/document-panels.js';
export { type FieldProps, PanelField, PanelGroup } from './blocks/editor/panels/field.js';
export { type OpenDocument, useEditedDocument } from './blocks/editor/panels/open-document.js';
export {
  createEditorTexts,
  type EditorCatalogues,
  type EditorTexts,
  loadEditorTexts,
} from './blocks/editor/texts/create-editor-texts.js';
