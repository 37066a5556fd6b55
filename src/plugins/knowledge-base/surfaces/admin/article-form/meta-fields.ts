import { type FieldDefinition, formError, type SubmittedForm } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { MetaKeys, RegisteredKey } from '../../../domain/articles/meta-keys.js';

const NAME = (key: string): string => `meta.${key}`;

/** Picks the type of field for a schema. */
function kindOf({ schema }: RegisteredKey): 'boolean' | 'number' | 'choice' | 'text' | 'json' {
  const { type } = schema;
  if (Array.isArray(schema.enum)) return 'choice';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : 'json';
}

/** Returns the fields for metadata registered by plugins. */
export function metaFields(keys: Pick<MetaKeys, 'list'>, meta: Readonly<Record<string, unknown>>): FieldDefinition[] {
  return keys.list().map((registered): FieldDefinition => {
    const { key, title, schema } = registered;
    const value = meta[key];
    const common = { name: NAME(key), label: title };
    const valueText = value === undefined || value === null ? '' : String(value);
    switch (kindOf(registered)) {
      case 'boolean':
        return { ...common, kind: 'checkbox', checked: value === true };
      case 'number':
        return { ...common, kind: 'number', value: valueText, step: schema.type === 'integer' ? 1 : 'any' };
      case 'choice':
        return {
          ...common,
          kind: 'select',
          value: valueText,
          options: ['', ...(schema.enum as unknown[]).map(String)].map((each) => ({ value: each, label: each || '–' })),
        };
      case 'text':
        return { ...common, kind: 'text', value: valueText };
      default:
        return { ...common, kind: 'textarea', value: value === undefined ? '' : JSON.stringify(value), rows: 3 };
    }
  });
}

/**
 * Reads the submitted metadata; null deletes a key.
 * @throws HostError 422 `form_invalid`
 */
export function submittedMeta(
  form: SubmittedForm,
  keys: Pick<MetaKeys, 'list'>,
  before: Readonly<Record<string, unknown>>,
  { text }: Strings,
): Record<string, unknown> {
  const values = keys.list().map((registered): [string, unknown] => {
    const { key, schema } = registered;
    const typed = form.text(NAME(key)).replaceAll('\r\n', '\n');
    const kind = kindOf(registered);
    if (kind === 'boolean') {
      // An unchecked box means no only if the key already had a value.
      return [key, form.isChecked(NAME(key)) ? true : before[key] === undefined ? null : false];
    }
    if (typed.trim() === '') return [key, null];
    if (kind === 'number') return [key, Number(typed)];
    if (kind === 'choice') return [key, (schema.enum as unknown[]).find((each) => String(each) === typed) ?? typed];
    return [key, kind === 'text' ? typed : parsed(typed, NAME(key), text('write.meta-json'))];
  });
  return Object.fromEntries(values.filter(([key, value]) => value !== null || before[key] !== undefined));
}

function parsed(json: string, name: string, fault: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw formError({ [name]: fault });
  }
}
