import { useEffect, useRef } from '@wordpress/element';

interface Shortcuts {
  save(): Promise<void>;
  undo(): void;
  redo(): void;
  /** Toggles between blocks and source. */
  toggleCode(): void;
  /** Opens the list of shortcuts. */
  help(): void;
}

/**
 * Handles the keyboard shortcuts of the editor, wherever the focus is in the page.
 *
 * Ctrl+S, Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), with Command on a Mac, and WordPress's shortcuts for source and help.
 * The canvas is a frame whose key events the packages forward to its element, so one listener is enough.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // `defaultPrevented` is ignored: block texts prevent the browser's own undo so that it is handled here.
      const isCommand = event.ctrlKey || event.metaKey;
      // With Alt, a key produces another character on some keyboards, so `code` is compared.
      if (event.altKey && event.shiftKey) {
        if (isCommand && event.code === 'KeyM') run(event, latest.current.toggleCode);
        else if (!isCommand && event.code === 'KeyH') run(event, latest.current.help);
        return;
      }
      if (!isCommand || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's' && !event.shiftKey) run(event, () => void latest.current.save());
      // Fields of the panels have their own undo history.
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
