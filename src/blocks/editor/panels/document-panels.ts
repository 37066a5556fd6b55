import { addFilter, applyFilters } from '@wordpress/hooks';
import type { ComponentType } from 'react';

/** A part of the settings of what is edited: a heading that opens and closes, and what it holds. */
export interface DocumentPanel {
  /** Of its own, with the name of the plugin: `acme/portions`. */
  readonly name: string;
  /** In the language of the page. */
  readonly title: string;
  /** Lower ones come first; default 50. */
  readonly order?: number;
  /** Open from the start. */
  readonly isOpen?: boolean;
  /** Arguments of the route that it sets; it opens when one of them was refused. */
  readonly fields?: readonly string[];
  readonly render: ComponentType;
}

const HOOK = 'mortise.documentPanels';

/**
 * Adds a part to the settings of what is edited; one with the same name takes the place of the former.
 *
 * ```tsx
 * registerDocumentPanel({ name: 'acme/portions', title: 'Portions', fields: ['meta'], render: Portions });
 * ```
 */
export function registerDocumentPanel(panel: DocumentPanel): void {
  addFilter(HOOK, panel.name, (panels: readonly DocumentPanel[]) => [
    ...panels.filter(({ name }) => name !== panel.name),
    panel,
  ]);
}

/** Those that are registered, in their order. */
export function documentPanels(): readonly DocumentPanel[] {
  const panels = applyFilters(HOOK, []) as readonly DocumentPanel[];
  return [...panels].sort((one, other) => (one.order ?? 50) - (other.order ?? 50));
}
