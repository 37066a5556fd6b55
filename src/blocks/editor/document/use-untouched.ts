import { useCallback, useEffect, useRef } from '@wordpress/element';

/** Milliseconds after which a change of a text that was just shown is taken for somebody's. */
const SETTLED = 5000;
/** What people do; the canvas hands on those that happen in it. */
const EVENTS = ['keydown', 'pointerdown', 'dragover', 'paste', 'input'] as const;

/**
 * Some blocks change themselves as soon as they are shown: they take old attributes for new ones. Nobody has changed the
 * text then.
 * @returns whether nobody has done anything since a text was shown, and what says that another one is shown now
 */
export function useUntouched(): [isUntouched: () => boolean, begin: () => void] {
  const since = useRef(Date.now());
  const isTouched = useRef(false);
  useEffect(() => {
    function touch(): void {
      isTouched.current = true;
    }
    for (const event of EVENTS) window.addEventListener(event, touch, { capture: true });
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, touch, { capture: true });
    };
  }, []);
  const isUntouched = useCallback(() => !isTouched.current && Date.now() - since.current < SETTLED, []);
  const begin = useCallback(() => {
    isTouched.current = false;
    since.current = Date.now();
  }, []);
  return [isUntouched, begin];
}
