import { HostError } from '../../../index.js';
import type { ValueOf } from '../../../rest.js';
import { MIME_TYPES, SETTINGS_CHANGES, type SettingsChanges, type WatermarkSettings } from './schema.js';

/** Maximum number of designs besides the default one. */
export const MAX_DESIGNS = 50;

const {
  auto_on_upload: _automatic,
  concurrency: _concurrency,
  max_pixels: _maxPixels,
  mime_types: _mimeTypes,
  min_height: _minHeight,
  min_width: _minWidth,
  post_types: _postTypes,
  ...LOOK
} = SETTINGS_CHANGES;

const ids = {
  type: 'array',
  items: { type: 'integer', minimum: 1 },
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
} as const;
const pixels = { type: 'integer', minimum: 1, maximum: 100_000 } as const;

/** Schema of the conditions of a design. All present ones must hold; a list needs one match. */
export const RULE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    mime_types: {
      type: 'array',
      items: { type: 'string', enum: MIME_TYPES },
      minItems: 1,
      maxItems: MIME_TYPES.length,
      uniqueItems: true,
    },
    categories: {
      ...ids,
      description: 'Categories of the post that the image is attached to; subcategories are not included.',
    },
    min_width: { ...pixels, description: 'Pixels, like the other sizes.' },
    max_width: pixels,
    min_height: pixels,
    max_height: pixels,
    uploaders: { ...ids, description: 'Users who uploaded the image.' },
  },
} as const;

/** Schema of a design and of the images that get it. */
const DESIGN_SCHEMA = {
  type: 'object',
  title: 'WatermarkDesign',
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'Unique.', required: true },
    when: {
      ...RULE_SCHEMA,
      description: 'Images that get the design: all conditions must hold, and of a list one value.',
      required: true,
    },
    changes: {
      type: 'object',
      additionalProperties: false,
      description: 'Settings that differ from the default design.',
      properties: LOOK,
      required: true,
    },
  },
} as const;

export const DESIGNS_SCHEMA = {
  type: 'array',
  items: DESIGN_SCHEMA,
  maxItems: MAX_DESIGNS,
  description: 'Designs for some images, in order: the first one that matches applies, otherwise the default design.',
} as const;

/** Conditions of a design. */
export type DesignRule = ValueOf<typeof RULE_SCHEMA>;

/** Names of the settings that a design can change: those that determine the look. */
export const LOOK_SETTINGS = Object.keys(LOOK) as readonly (keyof typeof LOOK)[];

/** Design for the images that match its rule. */
export interface Design {
  readonly name: string;
  readonly when: DesignRule;
  /** Settings that differ from the default design. */
  readonly changes: Pick<SettingsChanges, keyof typeof LOOK>;
}

/** Facts of an image that decide its design. */
export interface DesignSubject {
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly authorId: number;
  /** Ids of the categories of its post. */
  readonly categories: readonly number[];
}

/** Whether an image meets all conditions of a rule. */
export function matches(rule: DesignRule, { mimeType, width, height, authorId, categories }: DesignSubject): boolean {
  const { mime_types, categories: categoryIds, uploaders, min_width, max_width, min_height, max_height } = rule;
  if (mime_types && !mime_types.some((type) => type === mimeType)) return false;
  if (categoryIds && !categoryIds.some((id) => categories.includes(id))) return false;
  if (uploaders && !uploaders.includes(authorId)) return false;
  return isWithin(width, min_width, max_width) && isWithin(height, min_height, max_height);
}

function isWithin(pixels: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return pixels !== null && pixels >= (min ?? 0) && pixels <= (max ?? Number.POSITIVE_INFINITY);
}

/**
 * Checks what the schema cannot express.
 * @throws HostError 400 `vendor_watermark_settings_invalid` with `data.params.designs`
 */
export function assertDesigns(designs: readonly Design[]): void {
  if (designs.length > MAX_DESIGNS)
    throw designsInvalid(`At most ${MAX_DESIGNS} designs are possible. Delete one first.`);
  const names = new Set<string>();
  for (const { name, when } of designs) {
    if (name.trim() !== name || name === '') {
      throw designsInvalid(`The name "${name}" starts or ends with a space. Remove it.`);
    }
    if (names.has(keyOf(name))) throw designsInvalid(`Two designs have the name "${name}". Rename one.`);
    names.add(keyOf(name));
    if (Object.keys(when).length === 0) {
      throw designsInvalid(`The design "${name}" has no condition. Add one, or change the default design.`);
    }
    const { min_width = 0, max_width = Number.POSITIVE_INFINITY } = when;
    const { min_height = 0, max_height = Number.POSITIVE_INFINITY } = when;
    if (min_width > max_width || min_height > max_height) {
      throw designsInvalid(`The design "${name}" has a minimum size above its maximum size.`);
    }
  }
}

/** Form of a name that is unique among the designs. */
export function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function designsInvalid(message: string): HostError {
  return new HostError('vendor_watermark_settings_invalid', message, { status: 400, params: { designs: message } });
}

/** Merges changes into settings, or into other changes, without validation. */
export function mergedSettings<Present extends SettingsChanges>(present: Present, changes: SettingsChanges): Present {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const settled = entries.map(([name, value]) => {
    const before: unknown = present[name as keyof Present];
    const hasParts = isParts(before) && isParts(value);
    return [name, hasParts ? { ...before, ...value } : value] as const;
  });
  return { ...present, ...Object.fromEntries(settled) };
}

/** Returns changes without those that equal the default design, which they then follow. */
export function withoutDefaults(general: WatermarkSettings, changes: Design['changes']): Design['changes'] {
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const left = Object.entries(changes).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const base: unknown = general[name as keyof WatermarkSettings];
    if (!isParts(base) || !isParts(value)) return isSame(base, value) ? [] : [[name, value]];
    const parts = Object.entries(value).filter(([part, each]) => !isSame(base[part], each));
    return parts.length === 0 ? [] : [[name, Object.fromEntries(parts)]];
  });
  return Object.fromEntries(left);
}

function isParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
