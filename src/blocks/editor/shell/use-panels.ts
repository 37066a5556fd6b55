import { useMediaQuery } from '@wordpress/compose';
import { useState } from '@wordpress/element';

export type PanelName = 'inserter' | 'outline' | 'settings';

/** Minimum width for a panel on each side of the text. The stylesheet uses the same width. */
const WIDE = '(min-width: 67.5rem)';

export interface Panels {
  /** Open panels. On narrow screens at most one, which covers the text. */
  readonly visible: readonly PanelName[];
  toggle(panel: PanelName): void;
  /** Closes a panel from within and returns the focus to the button that opens it. */
  close(panel: PanelName): void;
  /** Closes the panels for a menu of the tool bar, which opens in their place on narrow screens. */
  makeRoom(): void;
}

export function usePanels(): Panels {
  const isWide = useMediaQuery(WIDE);
  const [open, setOpen] = useState<readonly PanelName[]>(() => (window.matchMedia(WIDE).matches ? ['settings'] : []));
  const visiblePanels = isWide ? open : open.slice(-1);

  function toggle(panel: PanelName): void {
    if (!visiblePanels.includes(panel))
      setOpen([...(isWide ? open.filter((other) => isRight(other) !== isRight(panel)) : []), panel]);
    else setOpen(isWide ? open.filter((other) => other !== panel) : []);
  }

  return {
    visible: visiblePanels,
    toggle,
    close(panel) {
      toggle(panel);
      document.getElementById(toggleId(panel))?.focus();
    },
    makeRoom: () => !isWide && setOpen([]),
  };
}

/** ID of the button that toggles the panel. */
export function toggleId(panel: PanelName): string {
  return `me-toggle-${panel}`;
}

function isRight(panel: PanelName): boolean {
  return panel === 'settings';
}
