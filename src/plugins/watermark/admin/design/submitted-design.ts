import { formError, type SubmittedForm } from '../../../../admin.js';
import { createValidators, type Validator } from '../../../../rest.js';
import type { Strings } from '../../../../text.js';
import type { SettingsChanges, WatermarkSettings } from '../../settings/schema.js';
import { nested, SETTING_SCHEMAS, type SettingSchema, settingAt } from './setting-schemas.js';

/** Hidden field with the initial values, so that only changed settings are saved. */
export const BEFORE_FIELD = '_before';

/**
 * Reads the changed settings from the form.
 * @param settings those that have a field
 * @throws HostError 422 `form_invalid` with one message per field
 */
export type ReadChanges = (
  form: SubmittedForm,
  strings: Strings,
  settings: readonly SettingSchema[],
) => SettingsChanges;

export function createReadChanges(): ReadChanges {
  /** Compiled on first use and reused. */
  let validator: Validator | undefined;
  const faultsIn: Validator = (values) => {
    validator ??= createValidators()(
      Object.fromEntries(SETTING_SCHEMAS.map(({ name, schema: { required: _required, ...schema } }) => [name, schema])),
    );
    return validator(values);
  };

  return (form, strings, settings) => {
    const before = membersIn(form.text(BEFORE_FIELD));
    const sent = settings.map((setting) => ({ setting, value: sentValue(form, setting) }));
    const changed = sent.filter(({ setting: { name }, value }) => written(value) !== written(before[name]));
    const faults = faultsIn(Object.fromEntries(changed.map(({ setting: { name }, value }) => [name, value])));
    const wrong = changed.filter(({ setting: { name } }) => Object.hasOwn(faults, name));
    if (wrong.length > 0) {
      const errors = wrong.map(({ setting }) => [setting.name, faultOf(setting, strings)] as const);
      throw formError(Object.fromEntries(errors), strings.text('design.refused'));
    }
    // Each value has been validated by its schema.
    return nested(changed.map(({ setting: { path }, value }) => [path, value] as const)) as SettingsChanges;
  };
}

/** Serializes a value. The order of checkboxes does not matter. */
function written(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value);
}

/** Returns the value of {@link BEFORE_FIELD}. */
export function valuesByName(settings: WatermarkSettings): string {
  return JSON.stringify(Object.fromEntries(SETTING_SCHEMAS.map(({ name, path }) => [name, settingAt(settings, path)])));
}

function sentValue(form: SubmittedForm, { name, schema }: SettingSchema): unknown {
  if (schema.type === 'boolean') return form.isChecked(name);
  if (schema.type === 'array') return form.list(name);
  const sent = form.text(name).trim();
  if (name === 'font_size' && sent === '') return 'auto';
  const isNumber = schema.type === 'integer' || name === 'font_size';
  return isNumber && /^-?\d{1,15}$/.test(sent) ? Number(sent) : isNumber ? sent : form.text(name);
}

function faultOf({ name, schema }: SettingSchema, { text, number }: Strings): string {
  const { minimum, maximum, maxLength, pattern } =
    name === 'font_size' ? { ...schema, minimum: 6, maximum: 1000 } : schema;
  if (minimum !== undefined && maximum !== undefined) {
    return text('design.wrong-number', { minimum: number(minimum), maximum: number(maximum) });
  }
  if (maxLength !== undefined) return text('design.wrong-length', { maximum: maxLength });
  return text(pattern === undefined ? 'design.wrong-choice' : 'design.wrong-color');
}

/** Parses untrusted JSON into an object; empty for anything else. */
export function membersIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
