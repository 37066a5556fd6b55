export const NAMESPACE = 'vendor-cms-watermark/v1';
export const TAGS = ['Watermarks'];
/** Required permission of every route. */
export const PERMISSION = 'manage_options';

/** Maximum number of images per call. */
const MAX_IMAGES = 100;

export const ID_ARG = { type: 'integer', minimum: 1 } as const;

export const BATCH_ARGS = {
  offset: { type: 'integer', minimum: 0, default: 0, description: 'Images to skip.' },
  limit: { type: 'integer', minimum: 1, maximum: MAX_IMAGES, default: 10, description: 'Images to process.' },
  after_id: {
    type: 'integer',
    minimum: 0,
    description: 'Start after this image: `last_id` of the previous call. Takes precedence over `offset`.',
  },
} as const;
