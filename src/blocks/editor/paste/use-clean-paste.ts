import { useRefEffect } from '@wordpress/compose';
import type { RefCallback } from 'react';
import { cleanPasted } from './clean-pasted.js';

/** Marks what has been through here. */
const CLEANED = 'application/x-mortise-cleaned';

/**
 * Cleans HTML that is pasted into the text before the packages see it: the event is held back, and one with the cleaned
 * HTML comes in its place. Fields take plain text anyway.
 * @param mayUpload whether pictures that stand in it can be uploaded
 * @returns the ref of an element of the document of the text
 */
export function useCleanPaste(mayUpload: boolean): RefCallback<HTMLElement> {
  return useRefEffect<HTMLElement>(
    ({ ownerDocument }) => {
      const listener = (event: ClipboardEvent): void => onPaste(event, mayUpload);
      ownerDocument.addEventListener('paste', listener, true);
      return () => ownerDocument.removeEventListener('paste', listener, true);
    },
    [mayUpload],
  );
}

function onPaste(event: ClipboardEvent, mayUpload: boolean): void {
  const { clipboardData, target } = event;
  const html = clipboardData?.getData('text/html') ?? '';
  if (html === '' || !clipboardData || clipboardData.types.includes(CLEANED) || !isWritten(target)) return;
  const cleaned = new DataTransfer();
  for (const type of clipboardData.types) {
    if (type !== 'Files')
      cleaned.setData(type, type === 'text/html' ? cleanPasted(html, mayUpload) : clipboardData.getData(type));
  }
  for (const file of clipboardData.files) cleaned.items.add(file);
  cleaned.setData(CLEANED, 'true');
  event.preventDefault();
  event.stopImmediatePropagation();
  target?.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData: cleaned }),
  );
}

/** A field has `value`; the elements of blocks belong to the document of the canvas, and not to this one's classes. */
function isWritten(target: EventTarget | null): boolean {
  return target !== null && 'isContentEditable' in target && target.isContentEditable === true;
}
