import type { SanitizeOptions } from '../../core/html/sanitize.js';

/** Classes that the editor adds to any block. */
const CLASSES = [
  ...['wp-block-*', 'wp-element-*', 'wp-image-*', 'has-*', 'is-*', 'are-*', 'align*', 'size-*', 'columns-*'],
  'blocks-gallery-*',
];

/** Attributes for accessible names, for groups of `details`, and for links that open in another tab. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  aside: ['aria-labelledby', 'aria-label'],
  section: ['aria-labelledby', 'aria-label'],
  details: ['name'],
  a: ['target'],
  // The editor reads the alignment of a cell from it.
  td: ['data-align'],
  th: ['data-align'],
};

/** Returns the policy for block markup: that of other HTML, plus what the editor and registered blocks write. */
export function blockPolicy(registered: readonly string[], options: SanitizeOptions): SanitizeOptions {
  const everywhere = options.classes?.['*'] ?? [];
  return {
    ...options,
    classes: { ...options.classes, '*': [...CLASSES, ...registered, ...everywhere] },
    attributes: { ...ATTRIBUTES, ...options.attributes },
  };
}
