/**
 * 'mortise/blocks': tools for plugins to render text written by authors.
 *
 *     const { html } = await renderMarkdown(recipe.text);
 *     const summary = plainText(html);
 */

export { type ConvertAside, createConvertAside } from './blocks/convert/convert-aside.js';
export { type ConvertedFormat, type ConvertTextOptions, convertText } from './blocks/convert/convert-text.js';
export { type HtmlToMarkdownOptions, htmlToMarkdown } from './blocks/convert/html-to-markdown.js';
export {
  type BlockContext,
  type BlockDefinition,
  type BlockInput,
  type BlockReader,
  type BlockTools,
  type DynamicInput,
  type DynamicRendering,
  defineBlock,
  type StaticRendering,
} from './blocks/definition/define-block.js';
export type {
  AttributesOf,
  AttributeType,
  BlockAttribute,
  BlockExample,
  BlockMetadata,
  BlockTemplate,
  EditedAttributesOf,
} from './blocks/definition/metadata.js';
export type { BlockDeprecation, BlockSave, SavedElement, SaveTools } from './blocks/definition/save.js';
export { type EditorConfig, editorPage } from './blocks/editor-page.js';
export type { BlockEngine, BlockFilter, OwnedBlocks } from './blocks/engine.js';
export { parseBlocks } from './blocks/grammar/parse.js';
export type { ParsedBlock } from './blocks/grammar/parsed-block.js';
export { serializeBlocks } from './blocks/grammar/serialize.js';
export type { HtmlOptions } from './blocks/html.js';
export type { MarkdownLabels } from './blocks/lex-markdown.js';
export type { MarkdownOptions, RenderedMarkdown } from './blocks/markdown.js';
export { mayHoldBlocks } from './blocks/markdown-blocks.js';
export type { TocItem } from './blocks/outline.js';
export { plainText, textStart } from './blocks/plain-text.js';
export { readingTime, wordCount } from './blocks/reading-time.js';
export type { RegisteredBlock } from './blocks/registry.js';
export type { BlockOptions, DynamicParts, RenderedBlocks } from './blocks/render/document.js';
export type { Place } from './blocks/render/place.js';
export { rendererVersion } from './blocks/renderer-version.js';
export type { CutOptions } from './blocks/texts/cut-html.js';
export type { DiffHunk, DiffLine, LineDiff } from './blocks/texts/line-diff.js';
export type { MergedText } from './blocks/texts/merge-texts.js';
export { cutHtml, diffLines, mergeTexts, renderHtml, renderMarkdown, sanitizeHtml } from './blocks/texts/text-work.js';
export type { BlockFault, PlacedFault } from './blocks/validate.js';
export { createWordSegmenter, type WordSegment } from './blocks/word-segments.js';
export { headingAnchor } from './core/html/anchors.js';
export type { SanitizeOptions } from './core/html/sanitize.js';
