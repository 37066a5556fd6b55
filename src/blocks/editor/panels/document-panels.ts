import { addFilter, applyFilters } from '@wordpress/hooks';
import type { ComponentType } from 'react';

/** Display of a panel's field in a comparison of two texts. */
export interface FieldValue {
  /** Label in the language of the page. */
  readonly label: string;
  /** Renders a value as text. */
  readonly render: ComponentType<{ readonly value: unknown }>;
  /** Member of the stored text that holds it. Default: the name of the argument. */
  readonly stored?: string;
}

/** Section in the document settings: a heading that opens and closes it, and its content. */
export interface DocumentPanel {
  /** Unique name with the name of the plugin: `acme/portions`. */
  readonly name: string;
  /** Title in the language of the page. */
  readonly title: string;
  /** Sort order; lower ones come first. Default: 50. */
  readonly order?: number;
  /** Whether it is open initially. */
  readonly isOpen?: boolean;
  /** Route arguments that it sets. The panel opens if one of them was rejected. */
  readonly fields?: readonly string[];
  /** Display of its fields in a comparison of two texts. Default: the panel's title and the plain value. */
  readonly values?: Readonly<Record<string, FieldValue>>;
  readonly render: ComponentType;
}

const HOOK = 'mortise.documentPanels';

/**
 * Registers a panel in the document settings. A panel with the same name is replaced.
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

/** Returns the registered panels in order. */
export function documentPanels(): readonly DocumentPanel[] {
  const panels = applyFilters(HOOK, []) as readonly DocumentPanel[];
  return [...panels].sort((one, other) => (one.order ?? 50) - (other.order ?? 50));
}
