import type { SanitizeOptions } from '../../core/html/sanitize.js';

/** Classes that the editor gives to what it writes, whichever block it is. */
const CLASSES = [
  ...['wp-block-*', 'wp-element-*', 'wp-image-*', 'has-*', 'is-*', 'are-*', 'align*', 'size-*', 'columns-*'],
  'blocks-gallery-*',
];

/** Names for assistive technology, what makes one group of several `details`, links that open beside the page. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  aside: ['aria-labelledby', 'aria-label'],
  section: ['aria-labelledby', 'aria-label'],
  details: ['name'],
  a: ['target'],
  // The editor reads from it how a cell is aligned.
  td: ['data-align'],
  th: ['data-align'],
};

/** What markup of blocks is reduced to: as other HTML, but for what the editor and registered blocks write. */
export function blockPolicy(registered: readonly string[], options: SanitizeOptions): SanitizeOptions {
  const everywhere = options.classes?.['*'] ?? [];
  return {
    ...options,
    classes: { ...options.classes, '*': [...CLASSES, ...registered, ...everywhere] },
    attributes: { ...ATTRIBUTES, ...options.attributes },
  };
}
