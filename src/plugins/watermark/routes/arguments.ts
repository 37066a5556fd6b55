export const NAMESPACE = 'vendor-cms-watermark/v1';
export const TAGS = ['Watermarks'];
/** Required permission of every route: 1-image-watermark.md, Authentication. */
export const PERMISSION = 'manage_options';

/** Maximum number of images per call: watermark.md section 2.1. */
const MOST_IN_A_CALL = 100;

export const ID_ARG = { type: 'integer', minimum: 1 } as const;

export const BATCH_ARGS = {
  offset: { type: 'integer', minimum: 0, default: 0, description: 'Pictures to skip.' },
  limit: { type: 'integer', minimum: 1, maximum: MOST_IN_A_CALL, default: 10, description: 'Pictures to work on.' },
  after_id: {
    type: 'integer',
    minimum: 0,
    description: 'Begin after this picture: `last_id` of the call before. It counts more than `offset`.',
  },
} as const;
