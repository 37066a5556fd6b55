import type { BlockMetadata } from '../../../../../blocks.js';

/** Articles of a category, rendered for each reader; nothing is stored. */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/category-posts',
  title: 'Articles of a category',
  description: 'List of articles in a category, with a link to all of them.',
  category: 'vendor-kb',
  keywords: ['category', 'list', 'latest'],
  attributes: {
    /** An id, or `current` for the article's own category. */
    category: { type: ['integer', 'string'], default: 'current' },
    includeChildren: { type: 'boolean', default: true },
    count: { type: 'integer', minimum: 1, maximum: 50, default: 5 },
    offset: { type: 'integer', minimum: 0, maximum: 10000, default: 0 },
    orderBy: { type: 'string', enum: ['date', 'title', 'menu', 'popularity'], default: 'date' },
    order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    showCount: { type: 'boolean', default: false },
    showExcerpt: { type: 'boolean', default: false },
    showIcon: { type: 'boolean', default: false },
    viewAll: { type: 'boolean', default: true },
    layout: { type: 'string', enum: ['list', 'grid'], default: 'list' },
    columns: { type: 'integer', minimum: 1, maximum: 4, default: 2 },
    titleLevel: { type: 'integer', minimum: 2, maximum: 6, default: 2 },
    pagination: { type: 'boolean', default: false },
  },
  supports: { align: ['wide', 'full'], html: false },
  usesContext: ['postId', 'postType'],
  /** The editor shows sample titles instead of the site's articles. */
  example: { attributes: {} },
} as const satisfies BlockMetadata;
