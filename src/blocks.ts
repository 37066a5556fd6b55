/**
 * 'mortise/blocks': what a plugin needs to show text that authors wrote.
 *
 *     const { html } = renderMarkdown(recipe.text);
 *     const summary = plainText(html);
 */

export { type EditorConfig, editorPage } from './blocks/editor-page.js';
export { parseBlocks } from './blocks/grammar/parse.js';
export type { ParsedBlock } from './blocks/grammar/parsed-block.js';
export { serializeBlocks } from './blocks/grammar/serialize.js';
export { type HtmlOptions, renderHtml } from './blocks/html.js';
export { type MarkdownLabels, type MarkdownOptions, type RenderedMarkdown, renderMarkdown } from './blocks/markdown.js';
export type { TocItem } from './blocks/outline.js';
export { plainText } from './blocks/plain-text.js';
export { readingTime, wordCount } from './blocks/reading-time.js';
export { rendererVersion } from './blocks/renderer-version.js';
export { headingAnchor } from './core/html/anchors.js';
export { type SanitizeOptions, sanitizeHtml } from './core/html/sanitize.js';
