import type { FieldDefinition, FieldOption } from '../admin/form-field.js';
import type { SubmittedForm } from '../admin/submitted-form.js';
import { isRecord } from '../record.js';
import { coerce } from '../schema/coerce.js';
import type { JsonSchema } from '../schema/schema.js';
import { localText, type Strings } from '../templates/strings.js';
import type { SettingSchema, SettingsGroup } from './group.js';

type Values = Readonly<Record<string, unknown>>;

/** Hidden field with the values from when the form was opened, so that only changed ones are saved. */
const BEFORE_FIELD = '_before';
/** Maximum length in characters of a single-line field. Longer strings get a textarea. */
const MAX_LINE_LENGTH = 200;

/** Builds the form fields of a group, filled with its values. */
export function settingsFields({ schema }: SettingsGroup, values: Values, strings: Strings): FieldDefinition[] {
  const entries = Object.entries(schema.properties);
  const visible = entries.filter(([, property]) => !property.writeOnly).map(([name]) => [name, values[name]]);
  return [
    { kind: 'hidden', name: BEFORE_FIELD, value: JSON.stringify(Object.fromEntries(visible)) },
    ...entries.flatMap(([name, property]) => fieldsOf(name, property, values[name], strings)),
  ];
}

/**
 * Returns the settings that changed since the form was opened, coerced to their types but not validated.
 * A secret whose field is empty stays unchanged.
 */
export function submittedSettings({ schema }: SettingsGroup, form: SubmittedForm): Record<string, unknown> {
  const before = parseRecord(form.text(BEFORE_FIELD));
  const changes: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (property.writeOnly) {
      if (form.isChecked(removeName(name))) changes[name] = '';
      else if (form.text(name) !== '') changes[name] = form.text(name);
      continue;
    }
    const value = sentValue(form, name, property);
    if (JSON.stringify(value) !== JSON.stringify(before[name])) changes[name] = value;
  }
  return changes;
}

function fieldsOf(name: string, property: SettingSchema, value: unknown, strings: Strings): FieldDefinition[] {
  const { title, description, type } = property;
  const hint = description === undefined ? {} : { hint: localText(description, strings.locale) };
  const common = { name, label: localText(title, strings.locale), ...hint };
  if (property.writeOnly) return secretFields(name, common, value !== '', strings);
  const text = String(value ?? '');
  if (property.enum)
    return [{ ...common, kind: 'select', value: text, options: optionsOf(property, strings), required: true }];
  if (type === 'boolean') return [{ ...common, kind: 'checkbox', checked: value === true }];
  if (type === 'array') return [listField(common, property, Array.isArray(value) ? value.map(String) : [], strings)];
  if (type === 'integer' || type === 'number') {
    const { minimum: min, maximum: max } = property;
    return [
      {
        ...common,
        kind: 'number',
        value: text,
        required: true,
        step: type === 'integer' ? 1 : 'any',
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      },
    ];
  }
  const { format, maxLength } = property;
  const limits = { required: isRequired(property), ...(maxLength === undefined ? {} : { maxLength }) };
  if (property.multiline || format === 'html' || (maxLength ?? 0) > MAX_LINE_LENGTH) {
    return [{ ...common, ...limits, kind: 'textarea', value: text }];
  }
  return [{ ...common, ...limits, kind: inputKind(format), value: text }];
}

function secretFields(
  name: string,
  common: { name: string; label: string; hint?: string },
  isSet: boolean,
  { text }: Strings,
): FieldDefinition[] {
  const hint = [common.hint ?? [], isSet ? text('settings.secret-set') : []].flat().join(' ');
  return [
    { ...common, kind: 'password', autocomplete: 'off', ...(hint === '' ? {} : { hint }) },
    ...(isSet
      ? [
          {
            kind: 'checkbox' as const,
            name: removeName(name),
            label: text('settings.secret-remove', { name: common.label }),
          },
        ]
      : []),
  ];
}

function listField(
  common: { name: string; label: string; hint?: string },
  property: SettingSchema,
  values: readonly string[],
  strings: Strings,
): FieldDefinition {
  if (property.items?.enum) {
    const options = optionsOf({ ...property, enum: property.items.enum }, strings);
    return { ...common, kind: 'checkboxes', values, options };
  }
  return { ...common, kind: 'textarea', value: values.join('\n') };
}

/** Whether an empty string is invalid: by minimum length, or because it has a format other than HTML. */
function isRequired({ minLength = 0, format }: SettingSchema): boolean {
  return minLength > 0 || (format !== undefined && format !== 'html');
}

function inputKind(format: string | undefined): 'date' | 'email' | 'text' | 'url' {
  if (format === 'email' || format === 'date') return format;
  return format === 'uri' ? 'url' : 'text';
}

function optionsOf({ enum: values = [], labels = {} }: SettingSchema, { locale }: Strings): FieldOption[] {
  return values.map(String).map((value) => ({ value, label: localText(labels[value] ?? value, locale) }));
}

function sentValue(form: SubmittedForm, name: string, property: SettingSchema): unknown {
  if (property.type === 'boolean') return form.isChecked(name);
  if (property.type !== 'array') return coerce(normaliseLines(form.text(name)), property as JsonSchema);
  if (property.items?.enum) return form.list(name);
  const lines = normaliseLines(form.text(name)).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Normalizes line endings: browsers send CR LF, whatever the field contained. */
function normaliseLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function removeName(name: string): string {
  return `_remove_${name}`;
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
