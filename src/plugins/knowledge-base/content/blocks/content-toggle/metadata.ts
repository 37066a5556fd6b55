import type { BlockMetadata } from '../../../../../blocks.js';

/**
 * A disclosure: `<details class="wp-block-vendor-kb-content-toggle"><summary class="kb-toggle-label">Label
 * </summary><div class="kb-toggle-content">inner blocks</div></details>`. The anchor is the id of `details`.
 */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/content-toggle',
  title: 'Content toggle',
  description: 'Collapsible content.',
  category: 'vendor-kb',
  keywords: ['toggle', 'collapse', 'spoiler', 'show more'],
  attributes: {
    label: { type: 'rich-text', source: 'rich-text', selector: '.kb-toggle-label', role: 'content' },
    open: { type: 'boolean', default: false },
    style: { type: 'string', enum: ['details', 'button'], default: 'details' },
    /** Labels while closed and while open. Empty uses the label. */
    labelClosed: { type: 'string', default: '' },
    labelOpen: { type: 'string', default: '' },
  },
  supports: { anchor: true, align: ['wide', 'full'], html: false },
  example: {
    attributes: { label: 'Show details' },
    innerBlocks: [{ name: 'core/paragraph', attributes: { content: 'Optional details.' } }],
  },
} as const satisfies BlockMetadata;
