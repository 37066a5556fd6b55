import { FOCAL_POINT } from './view.js';

const IDS = { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 100 } as const;

/** Arguments for the editable fields of a file. */
export const FIELD_ARGS = {
  title: { type: 'string', maxLength: 500 },
  alt_text: { type: 'string', maxLength: 5_000, description: 'Description of the image for users who cannot see it.' },
  caption: { type: 'string', maxLength: 20_000, description: 'HTML; sanitized.' },
  description: { type: 'string', maxLength: 100_000, description: 'HTML; sanitized.' },
  post_id: { type: 'integer', minimum: 0, description: 'Post that the file is attached to; 0: none.' },
  post: { type: 'integer', minimum: 0, description: 'WordPress alias of the same value.' },
  focal_point: FOCAL_POINT,
} as const;

export const LIST_ARGS = {
  search: { type: 'string', maxLength: 190, description: 'Part of the title, file name, alternative text or caption.' },
  mime_type: {
    type: 'string',
    maxLength: 127,
    pattern: '^[a-z]+(?:/[a-z0-9.+-]+)?$',
    description: '`image/png`, or `image` for all images.',
  },
  media_type: { type: 'string', enum: ['image', 'video', 'audio', 'text', 'application'] },
  parent: { ...IDS, description: 'Posts that the files are attached to; 0: none.' },
  author: { type: 'integer', minimum: 0 },
  include: IDS,
  exclude: IDS,
  orderby: { type: 'string', enum: ['date', 'id', 'include', 'modified', 'title'], default: 'date' },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
} as const;
