import type { ValueOf } from '../../../index.js';

/** Positions of the watermark, from left to right and top to bottom. */
export const POSITIONS = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type Position = (typeof POSITIONS)[number];

/** Blend modes of the watermark. */
const BLENDS = ['over', 'multiply', 'screen', 'overlay', 'soft-light', 'hard-light', 'difference'] as const;

/** Bundled fonts, so that a watermark looks the same on every server. */
export const FONTS = ['sans', 'serif', 'mono'] as const;
export type Font = (typeof FONTS)[number];

/** Types that can be watermarked. Others, including SVG, are never changed. */
export const MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

const COLOUR = '^#[0-9a-fA-F]{6}$';
const SIZE_NAME = '^[a-z][a-z0-9_-]{0,39}$';
const TYPE_NAME = '^[a-z][a-z0-9_-]{0,63}$';

const percent = { type: 'integer', minimum: 1, maximum: 100 } as const;
const pixels = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** Settings of the watermark's design and scope: watermark.md section 2.7. */
export const SETTINGS_SCHEMA = {
  type: 'object',
  title: 'WatermarkSettings',
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['text', 'image'], description: 'What the mark is.', required: true },
    text: {
      type: 'string',
      maxLength: 200,
      description:
        'The text of the mark. `{site}`, `{year}`, `{author}`, `{title}` and `{attachment_id}` stand for what they name.',
      required: true,
    },
    image_id: {
      type: 'integer',
      minimum: 0,
      description: 'The picture that is the mark, in the media library; 0 for none. It is never marked itself.',
      required: true,
    },
    font: { type: 'string', enum: FONTS, required: true },
    font_size: {
      oneOf: [
        { type: 'string', enum: ['auto'] },
        { type: 'integer', minimum: 6, maximum: 1000 },
      ],
      description: 'Pixels; `auto` for as large as `scale` says.',
      required: true,
    },
    color: { type: 'string', pattern: COLOUR, description: 'Of the text: `#rrggbb`.', required: true },
    stroke: {
      type: 'object',
      description: 'The outline of the text, so that it can be read on any picture.',
      additionalProperties: false,
      properties: {
        width: { type: 'integer', minimum: 0, maximum: 20, description: 'Percent of the font size.', required: true },
        color: { type: 'string', pattern: COLOUR, required: true },
      },
      required: true,
    },
    angle: { type: 'integer', minimum: -180, maximum: 180, description: 'Degrees, clockwise.', required: true },
    opacity: { ...percent, description: 'Percent.', required: true },
    position: { type: 'string', enum: POSITIONS, required: true },
    offset: {
      type: 'object',
      description: 'How far the mark stands from the edges of its position.',
      additionalProperties: false,
      properties: {
        x: { type: 'integer', minimum: 0, maximum: 5000, required: true },
        y: { type: 'integer', minimum: 0, maximum: 5000, required: true },
        unit: { type: 'string', enum: ['px', 'pct'], required: true },
      },
      required: true,
    },
    scale: {
      type: 'object',
      additionalProperties: false,
      properties: {
        mode: {
          type: 'string',
          enum: ['relative', 'original', 'custom'],
          description: 'By the width of the picture, as the mark is, or by a width of its own.',
          required: true,
        },
        value: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          description: 'Percent of the width of the picture, or pixels.',
          required: true,
        },
        scale_down_only: {
          type: 'boolean',
          description: 'A mark that is a picture never becomes larger than it is.',
          required: true,
        },
      },
      required: true,
    },
    tile: {
      type: 'object',
      description: 'The mark all over the picture; `position` and `offset` do not count then.',
      additionalProperties: false,
      properties: {
        enabled: { type: 'boolean', required: true },
        spacing: { ...pixels, description: 'Pixels between two marks.', required: true },
      },
      required: true,
    },
    blend: { type: 'string', enum: BLENDS, required: true },
    sizes: {
      type: 'array',
      items: { type: 'string', pattern: SIZE_NAME },
      maxItems: 50,
      uniqueItems: true,
      description: 'Sizes that are marked: `full` is the picture itself.',
      required: true,
    },
    post_types: {
      type: 'array',
      items: { type: 'string', pattern: TYPE_NAME },
      maxItems: 100,
      uniqueItems: true,
      description: 'Only pictures of posts of these types; `any` for all, `unattached` for those of no post.',
      required: true,
    },
    mime_types: {
      type: 'array',
      items: { type: 'string', enum: MIME_TYPES },
      maxItems: MIME_TYPES.length,
      uniqueItems: true,
      required: true,
    },
    quality: {
      type: 'object',
      additionalProperties: false,
      properties: {
        jpeg: { ...percent, required: true },
        webp: { ...percent, required: true },
        avif: { ...percent, required: true },
        png: { type: 'integer', minimum: 0, maximum: 9, description: 'How hard it is compressed.', required: true },
      },
      required: true,
    },
    keep_metadata: { type: 'boolean', description: 'What cameras and editors wrote into the file.', required: true },
    strip_gps: {
      type: 'boolean',
      description: 'Not where it was taken; of EXIF author, rights, device and date stay then.',
      required: true,
    },
    auto_on_upload: { type: 'boolean', description: 'Mark pictures as they come in.', required: true },
    min_width: { ...pixels, description: 'Smaller pictures are left alone.', required: true },
    min_height: { ...pixels, required: true },
    max_pixels: {
      type: 'integer',
      minimum: 1_000_000,
      maximum: 1_000_000_000,
      description: 'Larger pictures are refused, all frames of an animation together.',
      required: true,
    },
    concurrency: { type: 'integer', minimum: 1, maximum: 16, description: 'Pictures at once.', required: true },
  },
} as const;

export type WatermarkSettings = ValueOf<typeof SETTINGS_SCHEMA>;

export const DEFAULT_SETTINGS: WatermarkSettings = {
  type: 'text',
  text: '{site}',
  image_id: 0,
  font: 'sans',
  font_size: 'auto',
  color: '#ffffff',
  stroke: { width: 4, color: '#000000' },
  angle: 0,
  opacity: 60,
  position: 'bottom-right',
  offset: { x: 20, y: 20, unit: 'px' },
  scale: { mode: 'relative', value: 25, scale_down_only: true },
  tile: { enabled: false, spacing: 120 },
  blend: 'over',
  sizes: ['full', 'large', 'medium_large', 'medium'],
  post_types: ['any'],
  mime_types: [...MIME_TYPES],
  quality: { jpeg: 90, webp: 85, avif: 60, png: 6 },
  keep_metadata: true,
  strip_gps: false,
  auto_on_upload: false,
  min_width: 200,
  min_height: 200,
  max_pixels: 100_000_000,
  concurrency: 2,
};
