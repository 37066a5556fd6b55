import { useEffect, useRef } from '@wordpress/element';

interface Shortcuts {
  save(): Promise<void>;
  undo(): void;
  redo(): void;
}

/**
 * Ctrl+S, Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), with Command on a Mac, wherever the focus is in the page. The canvas is a
 * frame whose keys the packages pass on to its element, so one listener hears all.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // Texts of blocks prevent what the browser would do for undo, so that it is done here: that says nothing.
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's' && !event.shiftKey) run(event, () => void latest.current.save());
      // Fields of the panels have a history of their own.
      else if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      else if (key === 'z') run(event, event.shiftKey ? latest.current.redo : latest.current.undo);
      else if (key === 'y') run(event, latest.current.redo);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function run(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  action();
}
