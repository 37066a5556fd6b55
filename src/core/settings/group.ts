import type { PrimitiveCapability } from '../access/names.js';
import type { AdminIcon } from '../admin/icons.js';
import { HostError } from '../errors.js';
import type { SafeHtml } from '../html/safe-html.js';
import type { ArgumentSchema, JsonSchema, ValuesOf } from '../schema/schema.js';
import type { CreateValidator, Validator } from '../schema/validate.js';
import type { LocalText } from '../templates/strings.js';

/** Schema of one setting: a route argument schema with a default and display texts. */
export interface SettingSchema extends Omit<ArgumentSchema, 'description' | 'title'> {
  /** `array` is a list of strings: checkboxes if `items` has an enum, otherwise one string per line. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
  /** Field label. */
  readonly title: LocalText;
  /** Help text. */
  readonly description?: LocalText;
  /** Value until another one is saved. Optional for secrets. A string with an empty default may be cleared again. */
  readonly default?: unknown;
  /** Secret string: it can be set and removed, but is never shown again. */
  readonly writeOnly?: boolean;
  /** Display texts for the values of an enum. */
  readonly labels?: Readonly<Record<string, LocalText>>;
  /** Multi-line string. */
  readonly multiline?: boolean;
}

/** Settings that share a page and a database row. */
export interface SettingsGroup {
  /** Lower case with hyphens, e.g. `acme-shop`. Also the last part of the page's URL. */
  readonly name: string;
  readonly title: LocalText;
  readonly description?: string;
  /** Required permission to view and change the settings. */
  readonly capability: PrimitiveCapability;
  readonly icon?: AdminIcon | SafeHtml;
  /** Menu section of the page. Default: `settings`. */
  readonly section?: string;
  readonly order?: number;
  readonly schema: { readonly properties: Readonly<Record<string, SettingSchema>> };
  /**
   * Validates what the schemas cannot express. Runs inside the transaction that saves, with all values as they would
   * be. Returns errors by setting, e.g. `{ menuTo: 'There is no such list.' }`, which prevent saving.
   */
  readonly check?: (
    next: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, string>>>;
}

/** Type of a group's values: `SettingsOf<typeof shop>`. */
export type SettingsOf<Group extends SettingsGroup> = {
  readonly [K in keyof ValuesOf<Group['schema']['properties']>]: ValuesOf<Group['schema']['properties']>[K];
} & { readonly [K in SecretNames<Group['schema']['properties']>]: string };

type SecretNames<Properties> = {
  [K in keyof Properties]: Properties[K] extends { readonly writeOnly: true } ? K : never;
}[keyof Properties];

/**
 * Declares a group. Returns it unchanged, with its literal types preserved for {@link SettingsOf}.
 * @example
 * export const kitchen = defineSettings({
 *   name: 'acme-kitchen',
 *   title: 'Kitchen',
 *   capability: 'manage_options',
 *   schema: { properties: { perPage: { type: 'integer', title: 'Recipes per page', default: 10 } } },
 * });
 */
export function defineSettings<const Group extends SettingsGroup>(group: Group): Group {
  return group;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const FIELD = /^[a-z][a-zA-Z0-9_]*$/;
const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array'] satisfies SettingSchema['type'][];

/** Returns the default values of a group. */
export function defaultsOf({ schema }: SettingsGroup): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, defaultOf(property)]));
}

export function defaultOf(property: SettingSchema): unknown {
  return property.default === undefined && property.writeOnly ? '' : property.default;
}

/** Schema that a value must match. A string with an empty default, like a secret, may always be empty. */
function schemaOf(property: SettingSchema): JsonSchema {
  // Display texts are not part of the validation schema.
  const { required: _required, title: _title, description: _description, labels: _labels, ...schema } = property;
  return mayBeEmpty(property) ? { anyOf: [{ type: 'string', maxLength: 0 }, schema] } : schema;
}

/** Whether an empty string is valid, which is how a form clears a value. */
function mayBeEmpty(property: SettingSchema): boolean {
  return property.type === 'string' && defaultOf(property) === '';
}

/**
 * Compiles the validator for the given values of a group.
 * @throws HostError `settings_invalid` for a group that cannot be displayed or lacks a default
 */
export function compileGroup(group: SettingsGroup, createValidator: CreateValidator): Validator {
  const refuse = (fault: string): HostError =>
    new HostError('settings_invalid', `The settings "${group.name}" are invalid: ${fault}`);
  const fault = faultOf(group);
  if (fault !== null) throw refuse(fault);
  const entries = Object.entries(group.schema.properties);
  const validate = createValidator(Object.fromEntries(entries.map(([name, property]) => [name, schemaOf(property)])));
  const [wrong] = Object.values(validate(defaultsOf(group)));
  if (wrong) throw refuse(`a default does not match its schema: ${wrong.message}`);
  return validate;
}

function faultOf({ name, schema }: SettingsGroup): string | null {
  if (!NAME.test(name) || name.length > 60)
    return 'use lowercase letters with hyphens for the name, at most 60 characters.';
  for (const [field, property] of Object.entries(schema.properties)) {
    if (!FIELD.test(field)) return `"${field}" is not a setting name. Use letters, digits and "_".`;
    if (!TYPES.includes(property.type)) return `"${field}" must have one of the types ${TYPES.join(', ')}.`;
    if (property.type === 'array' && property.items?.type !== 'string') return `"${field}" can only list strings.`;
    if (property.writeOnly && property.type !== 'string') return `"${field}" is writeOnly, which is for strings.`;
    if (property.default === undefined && !property.writeOnly) return `"${field}" needs a default.`;
  }
  return null;
}
