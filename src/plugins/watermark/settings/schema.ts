import type { ValueOf } from '../../../rest.js';

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

/** Labels of the types, identical in all languages. */
export const TYPE_LABELS: Readonly<Record<(typeof MIME_TYPES)[number], string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
};

const COLOUR = '^#[0-9a-fA-F]{6}$';
const SIZE_NAME = '^[a-z][a-z0-9_-]{0,39}$';
const TYPE_NAME = '^[a-z][a-z0-9_-]{0,63}$';

const percent = { type: 'integer', minimum: 1, maximum: 100 } as const;
const pixels = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** Settings of the watermark's design and scope. */
export const SETTINGS_SCHEMA = {
  type: 'object',
  title: 'WatermarkSettings',
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['text', 'image'], description: 'Type of the mark.', required: true },
    text: {
      type: 'string',
      maxLength: 200,
      description: 'Text of the mark. Placeholders: `{site}`, `{year}`, `{author}`, `{title}` and `{attachment_id}`.',
      required: true,
    },
    image_id: {
      type: 'integer',
      minimum: 0,
      description: 'Media library image to use as the mark; 0: none. It is never marked itself.',
      required: true,
    },
    font: { type: 'string', enum: FONTS, required: true },
    font_size: {
      oneOf: [
        { type: 'string', enum: ['auto'] },
        { type: 'integer', minimum: 6, maximum: 1000 },
      ],
      description: 'Pixels; `auto`: from `scale`.',
      required: true,
    },
    color: { type: 'string', pattern: COLOUR, description: 'Text color: `#rrggbb`.', required: true },
    stroke: {
      type: 'object',
      description: 'Outline of the text, to keep it legible on any image.',
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
      description: 'Distance of the mark from the edges.',
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
          description: 'Relative to the width of the image, or a fixed width.',
          required: true,
        },
        value: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          description: 'Percent of the image width, or pixels.',
          required: true,
        },
        scale_down_only: {
          type: 'boolean',
          description: 'An image mark is never enlarged.',
          required: true,
        },
      },
      required: true,
    },
    tile: {
      type: 'object',
      description: 'Repeats the mark over the image; ignores `position` and `offset`.',
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
      description: 'Sizes to mark: `full` is the image itself.',
      required: true,
    },
    post_types: {
      type: 'array',
      items: { type: 'string', pattern: TYPE_NAME },
      maxItems: 100,
      uniqueItems: true,
      description: 'Only images of posts of these types; `any`: all, `unattached`: images without a post.',
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
        png: { type: 'integer', minimum: 0, maximum: 9, description: 'Compression quality.', required: true },
      },
      required: true,
    },
    keep_metadata: { type: 'boolean', description: 'Metadata from cameras and editors.', required: true },
    strip_gps: {
      type: 'boolean',
      description: 'Removes the location; keeps author, rights, device and date of EXIF.',
      required: true,
    },
    auto_on_upload: { type: 'boolean', description: 'Mark images on upload.', required: true },
    min_width: { ...pixels, description: 'Smaller images are not marked.', required: true },
    min_height: { ...pixels, required: true },
    max_pixels: {
      type: 'integer',
      minimum: 1_000_000,
      maximum: 1_000_000_000,
      description: 'Larger images are rejected; all frames of an animation count.',
      required: true,
    },
    concurrency: {
      type: 'integer',
      minimum: 1,
      maximum: 16,
      description: 'Maximum concurrent images.',
      required: true,
    },
  },
} as const;

export type WatermarkSettings = ValueOf<typeof SETTINGS_SCHEMA>;

/** Partial settings, nested ones included. */
export type SettingsChanges = {
  readonly [Name in keyof WatermarkSettings]?: WatermarkSettings[Name] extends readonly unknown[]
    ? WatermarkSettings[Name]
    : WatermarkSettings[Name] extends object
      ? Partial<WatermarkSettings[Name]>
      : WatermarkSettings[Name];
};

type Properties = typeof SETTINGS_SCHEMA.properties;

type Optional<Schemas> = { readonly [Name in keyof Schemas]: Omit<Schemas[Name], 'required'> };

/** Schema of changes to the settings, in which everything is optional. */
export const SETTINGS_CHANGES = optionalParts(SETTINGS_SCHEMA.properties);

/** Makes all schemas optional, at every depth. */
function optionalParts(schemas: Properties): Optional<Properties> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { required: _required, ...schema }]) => [
      name,
      'properties' in schema
        ? {
            ...schema,
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([part, { required: _needed, ...rest }]) => [part, rest]),
            ),
          }
        : schema,
    ]),
    // `Object.entries` loses the types of the properties.
  ) as Optional<Properties>;
}

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
