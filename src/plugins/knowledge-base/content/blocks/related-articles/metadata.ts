import type { BlockMetadata } from '../../../../../blocks.js';

/** Links to related articles, rendered for each reader; nothing is stored. */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/related-articles',
  title: 'Related articles',
  description: 'Links to related articles.',
  category: 'vendor-kb',
  keywords: ['related', 'see also', 'links'],
  attributes: {
    count: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
    by: { type: 'string', enum: ['tags', 'category', 'search', 'manual'], default: 'tags' },
    ids: { type: 'array', items: { type: 'integer' }, default: [] },
    excludeCurrent: { type: 'boolean', default: true },
    showExcerpt: { type: 'boolean', default: false },
    showDate: { type: 'boolean', default: false },
    layout: { type: 'string', enum: ['list', 'grid'], default: 'list' },
    columns: { type: 'integer', minimum: 1, maximum: 4, default: 2 },
    /** Empty uses the localized default. */
    title: { type: 'string', default: '' },
    titleLevel: { type: 'integer', minimum: 2, maximum: 6, default: 2 },
    /** Shown if there are none. Empty shows nothing. */
    emptyText: { type: 'string', default: '' },
  },
  supports: { align: ['wide', 'full'], html: false },
  usesContext: ['postId', 'postType'],
  /** The editor shows sample titles instead of the site's articles. */
  example: { attributes: {} },
} as const satisfies BlockMetadata;
