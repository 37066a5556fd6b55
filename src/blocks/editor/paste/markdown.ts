import { type ConvertOptions, markdownToBlocks } from '../../convert/markdown-to-blocks.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';

/** What of the clipboard is Markdown: text that comes without HTML, and what an editor of code says it is. */
export function markdownIn(clipboard: DataTransfer): string {
  const plain = clipboard.getData('text/plain').replace(/\r\n?/g, '\n');
  const language = languageOf(clipboard.getData('vscode-editor-data'));
  if (language === 'markdown' || (language === '' && isWithoutHtml(clipboard.getData('text/html')))) return plain;
  // Its HTML is a line of colours for each line of code.
  return language !== '' && plain.includes('\n') ? fenced(plain, language) : '';
}

/**
 * Markdown as the packages read it from HTML: a document of blocks, or the HTML of a single line, which goes into the
 * text where the caret is. Null for what they are left to read as the text that it is.
 */
export function fromMarkdown(source: string, options: ConvertOptions, clean: (html: string) => string): string | null {
  // Comments of blocks are a document already, and of an address alone a link or a card is made.
  if (source.trim() === '' || source.includes('<!-- wp:') || /^\s*https?:\/\/\S+\s*$/.test(source)) return null;
  const blocks = markdownToBlocks(source, options).map((block) => cleanHtmlOf(block, clean));
  const [only, ...others] = blocks;
  if (!only) return null;
  if (others.length > 0 || source.trim().includes('\n')) return clean(serializeBlocks(blocks));
  const line = /^\s*<p>(.*)<\/p>\s*$/s.exec(only.blockName === 'core/paragraph' ? only.innerHTML : '')?.[1];
  return line === undefined ? clean(serializeBlocks(blocks)) : clean(line);
}

/** HTML among the Markdown may close what it did not open: each block of it is cleaned by itself. */
function cleanHtmlOf(block: ParsedBlock, clean: (html: string) => string): ParsedBlock {
  if (block.blockName === 'core/html') {
    const html = clean(block.innerHTML);
    return { ...block, innerHTML: html, innerContent: [html] };
  }
  return { ...block, innerBlocks: block.innerBlocks.map((inner) => cleanHtmlOf(inner, clean)) };
}

/** As the packages tell plain text, and without the marks of the browser. */
function isWithoutHtml(html: string): boolean {
  return !/<(?!br[ />]|meta\b|!--)/i.test(html);
}

/** What Visual Studio Code tells of what was copied there: `{"mode":"typescript"}`; empty for others. */
function languageOf(data: string): string {
  const mode = /"mode"\s*:\s*"([\w+#.-]{1,40})"/.exec(data)?.[1] ?? '';
  return mode === 'plaintext' ? '' : mode;
}

function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
}
