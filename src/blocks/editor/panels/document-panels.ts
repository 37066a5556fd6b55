import { addFilter, applyFilters } from '@wordpress/hooks';
import type { ComponentType } from 'react';

/** How a difference between two texts shows a field of a panel. */
export interface FieldValue {
  /** In the language of the page. */
  readonly label: string;
  /** Says a value in words. */
  readonly render: ComponentType<{ readonly value: unknown }>;
  /** The member of the stored text that holds it, where that has another name than the argument. */
  readonly stored?: string;
}

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
  /** How its fields are shown where two texts are compared; by default under the title, as they are. */
  readonly values?: Readonly<Record<string, FieldValue>>;
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
