import { useRefEffect } from '@wordpress/compose';
import { useCallback, useEffect, useRef } from '@wordpress/element';
import type { RefCallback } from 'react';

/** Milliseconds after which a change of a text that was just shown is taken for somebody's. */
const SETTLED = 5000;
/** What people do, by whatever means: who dictates presses no key. */
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

/** What {@link useUntouched} says and is told. */
export interface Untouched {
  /** Whether nobody has done anything since a text was shown. */
  isUntouched(): boolean;
  /** Another text is shown now. */
  begin(): void;
  /** The ref of an element of the canvas, which is a document of its own. */
  readonly watch: RefCallback<HTMLElement>;
}

/**
 * Some blocks change themselves as soon as they are shown: they take old attributes for new ones. Nobody has changed the
 * text then.
 */
export function useUntouched(): Untouched {
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
  const isUntouched = useCallback(() => !isTouched.current && Date.now() - since.current < SETTLED, []);
  const begin = useCallback(() => {
    isTouched.current = false;
    since.current = Date.now();
  }, []);
  return { isUntouched, begin, watch };
}
