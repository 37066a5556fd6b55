import { useMediaQuery } from '@wordpress/compose';
import { useState } from '@wordpress/element';

export type PanelName = 'inserter' | 'outline' | 'settings';

/** Where there is room for a panel on each side of the text; the stylesheet has the same width. */
const WIDE = '(min-width: 67.5rem)';

export interface Panels {
  /** On narrow screens one at most: it lies over the text. */
  readonly shown: readonly PanelName[];
  toggle(panel: PanelName): void;
  /** Closes it from within, and leads back to the button that opens it. */
  close(panel: PanelName): void;
  /** For a menu of the bar: on narrow screens it opens where the panels are. */
  makeRoom(): void;
}

export function usePanels(): Panels {
  const isWide = useMediaQuery(WIDE);
  const [open, setOpen] = useState<readonly PanelName[]>(() => (window.matchMedia(WIDE).matches ? ['settings'] : []));
  const shown = isWide ? open : open.slice(-1);

  function toggle(panel: PanelName): void {
    if (!shown.includes(panel))
      setOpen([...(isWide ? open.filter((other) => isRight(other) !== isRight(panel)) : []), panel]);
    else setOpen(isWide ? open.filter((other) => other !== panel) : []);
  }

  return {
    shown,
    toggle,
    close(panel) {
      toggle(panel);
      document.getElementById(toggleId(panel))?.focus();
    },
    makeRoom: () => !isWide && setOpen([]),
  };
}

/** Id of the button that opens and closes it. */
export function toggleId(panel: PanelName): string {
  return `me-toggle-${panel}`;
}

function isRight(panel: PanelName): boolean {
  return panel === 'settings';
}
