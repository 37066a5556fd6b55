import { useEffect, useRef } from '@wordpress/element';

interface Shortcuts {
  save(): Promise<void>;
  undo(): void;
  redo(): void;
  /** Between the blocks and their source. */
  toggleCode(): void;
  /** What can be done by keyboard. */
  help(): void;
}

/**
 * Ctrl+S, Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), with Command on a Mac, and those of WordPress for source and help,
 * wherever the focus is in the page. The canvas is a
 * frame whose keys the packages pass on to its element, so one listener hears all.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // Texts of blocks prevent what the browser would do for undo, so that it is done here: that says nothing.
      const isCommand = event.ctrlKey || event.metaKey;
      // With Alt a key writes another sign on some keyboards: what counts is where it is.
      if (event.altKey && event.shiftKey) {
        if (isCommand && event.code === 'KeyM') run(event, latest.current.toggleCode);
        else if (!isCommand && event.code === 'KeyH') run(event, latest.current.help);
        return;
      }
      if (!isCommand || event.altKey) return;
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
