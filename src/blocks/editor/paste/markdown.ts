import { type ConvertOptions, markdownToBlocks } from '../../convert/markdown-to-blocks.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';

/** Returns the Markdown in the clipboard: plain text without HTML, or Markdown or code from a code editor. */
export function markdownIn(clipboard: DataTransfer): string {
  const plain = clipboard.getData('text/plain').replace(/\r\n?/g, '\n');
  const language = languageOf(clipboard.getData('vscode-editor-data'));
  if (language === 'markdown' || (language === '' && isWithoutHtml(clipboard.getData('text/html')))) return plain;
  // The HTML of a code editor is a colored line for each line of code.
  return language !== '' && plain.includes('\n') ? fenced(plain, language) : '';
}

/**
 * Converts Markdown to HTML that the packages read as blocks. The HTML of a single line is inserted at the caret.
 * Null for text that the packages handle themselves.
 */
export function fromMarkdown(source: string, options: ConvertOptions, clean: (html: string) => string): string | null {
  // Text with block comments is a document already, and a URL by itself becomes a link or a card.
  if (source.trim() === '' || source.includes('<!-- wp:') || /^\s*https?:\/\/\S+\s*$/.test(source)) return null;
  const blocks = markdownToBlocks(source, options).map((block) => cleanHtmlOf(block, clean));
  const [only, ...others] = blocks;
  if (!only) return null;
  if (others.length > 0 || source.trim().includes('\n')) return clean(serializeBlocks(blocks));
  const line = /^\s*<p>(.*)<\/p>\s*$/s.exec(only.blockName === 'core/paragraph' ? only.innerHTML : '')?.[1];
  return line === undefined ? clean(serializeBlocks(blocks)) : clean(line);
}

/** Cleans each HTML block by itself, because HTML among Markdown may close elements that it did not open. */
function cleanHtmlOf(block: ParsedBlock, clean: (html: string) => string): ParsedBlock {
  if (block.blockName === 'core/html') {
    const html = clean(block.innerHTML);
    return { ...block, innerHTML: html, innerContent: [html] };
  }
  return { ...block, innerBlocks: block.innerBlocks.map((inner) => cleanHtmlOf(inner, clean)) };
}

/** Detects plain text as the packages do, ignoring the markers of browsers. */
function isWithoutHtml(html: string): boolean {
  return !/<(?!br[ />]|meta\b|!--)/i.test(html);
}

/** Language that Visual Studio Code gives for a copied text: `{"mode":"typescript"}`; empty for other sources. */
function languageOf(data: string): string {
  const mode = /"mode"\s*:\s*"([\w+#.-]{1,40})"/.exec(data)?.[1] ?? '';
  return mode === 'plaintext' ? '' : mode;
}

function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
}
