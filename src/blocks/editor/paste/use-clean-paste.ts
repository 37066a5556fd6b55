import { useRefEffect } from '@wordpress/compose';
import type { RefCallback } from 'react';
import type { EditorConfig } from '../config.js';
import { cleanPasted } from './clean-pasted.js';
import { fromMarkdown, markdownIn } from './markdown.js';

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
