import { useRefEffect } from '@wordpress/compose';
import { useCallback, useEffect, useRef } from '@wordpress/element';
import type { RefCallback } from 'react';

/** Milliseconds after which a change counts as a change by the user. */
const SETTLE_TIME = 5000;
/** Events of user input by any means. Dictation, for example, presses no key. */
const EVENTS = [
  'keydown',
  'pointerdown',
  'dragover',
  'drop',
  'paste',
  'beforeinput',
  'input',
  'compositionstart',
] as const;

/** State and callbacks of {@link useUntouched}. */
export interface UntouchedDocument {
  /** Whether there was no user input since the text was shown. */
  isUntouched(): boolean;
  /** Starts again when another text is shown. */
  begin(): void;
  /** Ref of an element in the canvas, which has its own document. */
  readonly watch: RefCallback<HTMLElement>;
}

/**
 * Detects whether the user has touched the text. Some blocks change themselves when shown, for example to migrate old
 * attributes, and that is no edit.
 */
export function useUntouched(): UntouchedDocument {
  const since = useRef(Date.now());
  const isTouched = useRef(false);
  const listen = useCallback((document: Document) => {
    function touch(): void {
      isTouched.current = true;
    }
    for (const event of EVENTS) document.addEventListener(event, touch, { capture: true });
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, touch, { capture: true });
    };
  }, []);
  useEffect(() => listen(document), [listen]);
  const watch = useRefEffect<HTMLElement>(({ ownerDocument }) => listen(ownerDocument), [listen]);
  const isUntouched = useCallback(() => !isTouched.current && Date.now() - since.current < SETTLE_TIME, []);
  const begin = useCallback(() => {
    isTouched.current = false;
    since.current = Date.now();
  }, []);
  return { isUntouched, begin, watch };
}
