import type { FieldDefinition, FieldOption } from '../../../../admin.js';
import type { SizeDefinitions } from '../../../../media.js';
import type { Strings } from '../../../../text.js';
import { MIME_TYPES, TYPE_LABELS, type WatermarkSettings } from '../../settings/schema.js';
import { type SettingSchema, settingAt } from './setting-schemas.js';

/** Groups of settings, in the order of the page. */
const GROUPS = [
  { name: 'mark', fields: ['type', 'text', 'font', 'font_size', 'color', 'stroke.width', 'stroke.color', 'image_id'] },
  { name: 'size', fields: ['scale.mode', 'scale.value', 'scale.scale_down_only', 'opacity', 'angle', 'blend'] },
  { name: 'place', fields: ['position', 'offset.x', 'offset.y', 'offset.unit', 'tile.enabled', 'tile.spacing'] },
  { name: 'which', fields: ['sizes', 'mime_types', 'post_types', 'min_width', 'min_height', 'auto_on_upload'] },
  {
    name: 'files',
    fields: ['quality.jpeg', 'quality.webp', 'quality.avif', 'quality.png', 'keep_metadata', 'strip_gps'],
  },
  { name: 'server', fields: ['max_pixels', 'concurrency'] },
] as const;

/** Groups of a design for some images, which come after its rule. */
const LOOK_GROUPS = [...GROUPS.slice(0, 3), { name: 'files', fields: ['sizes', ...GROUPS[4].fields] }] as const;

/** @param isDefault whether it is the default design */
export function groupsOf(isDefault: boolean): typeof GROUPS | typeof LOOK_GROUPS {
  return isDefault ? GROUPS : LOOK_GROUPS;
}

/** Options that are not part of the schema. */
export interface Choices {
  /** Image sizes of the media library, besides `full`. */
  readonly sizes: SizeDefinitions;
  readonly postTypes: readonly FieldOption[];
  readonly pictures: readonly FieldOption[];
}

/** Builds the form fields with their current values. */
export function designFields(
  settings: WatermarkSettings,
  { schemas, choices }: { readonly schemas: readonly SettingSchema[]; readonly choices: Choices },
  strings: Strings,
): FieldDefinition[] {
  return schemas.map((setting) => fieldFor(setting, settingAt(settings, setting.path), choices, strings));
}

function fieldFor(
  { name, schema }: SettingSchema,
  value: unknown,
  choices: Choices,
  { text, has }: Strings,
): FieldDefinition {
  const hint = `design.${name}-hint`;
  const label = text(`design.${name}`);
  const common = { name, label, required: name !== 'text', ...(has(hint) ? { hint: text(hint) } : {}) };
  const optionsOf = (values: readonly unknown[]): FieldOption[] =>
    values.map((value) => ({ value: String(value), label: text(`design.${name}-${value}`) }));
  const list = Array.isArray(value) ? value.map(String) : [];
  switch (name) {
    case 'image_id':
      return { ...common, kind: 'select', value: String(value), options: choices.pictures };
    case 'font_size':
      return {
        ...common,
        kind: 'number',
        required: false,
        value: value === 'auto' ? '' : String(value),
        min: 6,
        max: 1000,
      };
    case 'sizes':
      return { ...common, kind: 'checkboxes', values: list, options: sizeOptions(list, choices, text) };
    case 'post_types':
      return { ...common, kind: 'checkboxes', values: list, options: typeOptions(list, choices, text) };
    case 'mime_types': {
      const options = MIME_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] }));
      return { ...common, kind: 'checkboxes', values: list, options };
    }
  }
  if (schema.type === 'boolean') return { ...common, kind: 'checkbox', checked: value === true };
  if (schema.enum) return { ...common, kind: 'select', value: String(value), options: optionsOf(schema.enum) };
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    return { ...common, kind: 'number', value: String(value), min: minimum, max: maximum };
  }
  const limit = schema.maxLength === undefined ? {} : { maxLength: schema.maxLength };
  return { ...common, ...limit, kind: 'text', value: String(value) };
}

/** Keeps stored sizes as options, even if the media library no longer generates them. */
function sizeOptions(stored: readonly string[], { sizes }: Choices, text: Strings['text']): FieldOption[] {
  const names = [...new Set(['full', ...Object.keys(sizes), ...stored])];
  return names.map((value) => {
    if (value === 'full') return { value, label: text('design.sizes-full') };
    const { width = 0, height = 0 } = (Object.hasOwn(sizes, value) ? sizes[value] : undefined) ?? {};
    const pixels = [width, height].filter((side) => side > 0).join(' × ');
    return { value, label: pixels === '' ? value : `${value} (${pixels} px)` };
  });
}

function typeOptions(stored: readonly string[], { postTypes }: Choices, text: Strings['text']): FieldOption[] {
  const families = [
    { value: 'any', label: text('design.post_types-any') },
    ...postTypes,
    { value: 'unattached', label: text('design.post_types-unattached') },
  ];
  const others = stored.filter((value) => families.every((option) => option.value !== value));
  return [...families, ...others.map((value) => ({ value, label: value }))];
}
