import { useRefEffect } from '@wordpress/compose';
import type { RefCallback } from 'react';
import { type ConvertOptions, markdownToBlocks } from '../../convert/markdown-to-blocks.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';
import type { EditorConfig } from '../config.js';
import { cleanPasted } from './clean-pasted.js';

/** Marks clipboard data that has been cleaned. */
const CLEANED = 'application/x-mortise-cleaned';

type Config = Pick<EditorConfig, 'mayUpload' | 'mayWriteHtml' | 'markdown'>;

/**
 * Cleans pasted content before the packages see it: stops the event, and dispatches one with cleaned HTML instead.
 * Markdown becomes blocks as on the server. Text fields only take plain text and need no cleaning.
 * @returns the ref of an element in the document of the text
 */
export function useCleanPaste({ mayUpload, mayWriteHtml, markdown }: Config): RefCallback<HTMLElement> {
  return useRefEffect<HTMLElement>(
    ({ ownerDocument }) => {
      const listener = (event: ClipboardEvent): void => onPaste(event, { mayUpload, mayWriteHtml, markdown });
      ownerDocument.addEventListener('paste', listener, true);
      return () => ownerDocument.removeEventListener('paste', listener, true);
    },
    [mayUpload, mayWriteHtml, markdown],
  );
}

function onPaste(event: ClipboardEvent, config: Config): void {
  const { clipboardData, target } = event;
  if (!clipboardData || clipboardData.types.includes(CLEANED) || !isWritten(target)) return;
  const html = cleanHtml(clipboardData, firstNote(target.ownerDocument), config);
  if (html === null) return;
  const cleaned = new DataTransfer();
  for (const type of clipboardData.types) {
    if (type !== 'Files' && type !== 'text/html') cleaned.setData(type, clipboardData.getData(type));
  }
  for (const file of clipboardData.files) cleaned.items.add(file);
  cleaned.setData('text/html', html);
  cleaned.setData(CLEANED, 'true');
  event.preventDefault();
  event.stopImmediatePropagation();
  target.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData: cleaned }),
  );
}

/** Returns the cleaned HTML; null if the clipboard has neither HTML nor Markdown. */
function cleanHtml(clipboard: DataTransfer, firstNote: number, config: Config): string | null {
  const clean = (html: string): string => cleanPasted(html, { mayUpload: config.mayUpload, firstNote });
  const source = markdownIn(clipboard);
  const options = { ...config.markdown, withoutHtml: !config.mayWriteHtml, topLevel: 2, firstNote };
  const converted = source === '' ? null : fromMarkdown(source, options, clean);
  if (converted !== null) return converted;
  const html = clipboard.getData('text/html');
  return html === '' ? null : clean(html);
}

/** Number of the next footnote in a text. */
function firstNote(document: Document): number {
  const links = Array.from(document.querySelectorAll('a[href^="#fn-"]'));
  const numbers = links.map((link) => Number(/^#fn-(\d{1,5})$/.exec(link.getAttribute('href') ?? '')?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

/**
 * Whether the target is rich text and no field, which has `value`. Elements in the canvas are not instances of this
 * window's classes.
 */
function isWritten(target: EventTarget | null): target is HTMLElement {
  return target !== null && 'isContentEditable' in target && target.isContentEditable === true;
}

/** Returns the Markdown in the clipboard: plain text without HTML, or Markdown or code from a code editor. */
function markdownIn(clipboard: DataTransfer): string {
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
function fromMarkdown(source: string, options: ConvertOptions, clean: (html: string) => string): string | null {
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
