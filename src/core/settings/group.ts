import type { HeldCapability } from '../access/names.js';
import type { AdminIcon } from '../admin/icons.js';
import { HostError } from '../errors.js';
import type { SafeHtml } from '../html/safe-html.js';
import type { ArgumentSchema, JsonSchema, ValuesOf } from '../schema/schema.js';
import type { CreateValidator, Validator } from '../schema/validate.js';
import type { LocalText } from '../templates/strings.js';

/** One setting: a schema as routes use it for their arguments, with a default and with words for people. */
export interface SettingSchema extends Omit<ArgumentSchema, 'description' | 'title'> {
  /** `array` is a list of texts: boxes to tick when `items` has an enum, else one text a line. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
  /** Label of the field. */
  readonly title: LocalText;
  /** What helps to fill it in. */
  readonly description?: LocalText;
  /** Holds until somebody sets something else; secrets need none. A text that is empty by default may be emptied again. */
  readonly default?: unknown;
  /** A secret: it can be set and removed, and is never shown again. For texts. */
  readonly writeOnly?: boolean;
  /** What people read in place of the values of an enum. */
  readonly labels?: Readonly<Record<string, LocalText>>;
  /** A text with several lines. */
  readonly multiline?: boolean;
}

/** Settings that belong together: one page, one row. */
export interface SettingsGroup {
  /** Lower case with hyphens, e.g. `acme-shop`; also the end of the page's address. */
  readonly name: string;
  readonly title: LocalText;
  readonly description?: string;
  /** Who may see and change them. */
  readonly capability: HeldCapability;
  readonly icon?: AdminIcon | SafeHtml;
  /** Heading of its page in the menu; default `settings`. */
  readonly section?: string;
  readonly order?: number;
  readonly schema: { readonly properties: Readonly<Record<string, SettingSchema>> };
  /**
   * What the schemas cannot know. It is asked inside the transaction that saves, with all values as they would be, and
   * answers what is wrong by setting: `{ menuTo: 'There is no such list.' }`. Nothing is saved then.
   */
  readonly check?: (
    next: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, string>>>;
}

/** The type of a group's values: `SettingsOf<typeof shop>`. */
export type SettingsOf<Group extends SettingsGroup> = {
  readonly [K in keyof ValuesOf<Group['schema']['properties']>]: ValuesOf<Group['schema']['properties']>[K];
} & { readonly [K in SecretNames<Group['schema']['properties']>]: string };

type SecretNames<Properties> = {
  [K in keyof Properties]: Properties[K] extends { readonly writeOnly: true } ? K : never;
}[keyof Properties];

/** Declares a group. The function does nothing but keep the types of what it is given, for {@link SettingsOf}. */
export function defineSettings<const Group extends SettingsGroup>(group: Group): Group {
  return group;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const FIELD = /^[a-z][a-zA-Z0-9_]*$/;
const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array'] satisfies SettingSchema['type'][];

/** The values that hold while nobody has set anything. */
export function defaultsOf({ schema }: SettingsGroup): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, defaultOf(property)]));
}

export function defaultOf(property: SettingSchema): unknown {
  return property.default === undefined && property.writeOnly ? '' : property.default;
}

/** The schema a value must fit; a text that is empty by default, as secrets are, may be so whatever else it must be. */
function schemaOf(property: SettingSchema): JsonSchema {
  // Words are for people.
  const { required: _required, title: _title, description: _description, labels: _labels, ...schema } = property;
  return mayBeEmpty(property) ? { anyOf: [{ type: 'string', maxLength: 0 }, schema] } : schema;
}

/** Whether nothing is an answer too: a form has no other way to say it. */
function mayBeEmpty(property: SettingSchema): boolean {
  return property.type === 'string' && defaultOf(property) === '';
}

/**
 * Compiles the check of a group's values, those that are given.
 * @throws HostError `settings_invalid` for a group that could not be shown or would have no value
 */
export function compileGroup(group: SettingsGroup, createValidator: CreateValidator): Validator {
  const refuse = (fault: string): HostError =>
    new HostError('settings_invalid', `The settings "${group.name}" cannot be: ${fault}`);
  const fault = faultOf(group);
  if (fault !== null) throw refuse(fault);
  const entries = Object.entries(group.schema.properties);
  const validate = createValidator(Object.fromEntries(entries.map(([name, property]) => [name, schemaOf(property)])));
  const [wrong] = Object.values(validate(defaultsOf(group)));
  if (wrong) throw refuse(`a default does not fit its schema: ${wrong.message}`);
  return validate;
}

function faultOf({ name, schema }: SettingsGroup): string | null {
  if (!NAME.test(name) || name.length > 60) return 'write the name in lower case with hyphens, at most 60 characters.';
  for (const [field, property] of Object.entries(schema.properties)) {
    if (!FIELD.test(field)) return `"${field}" is no name for a setting: use letters, digits and "_".`;
    if (!TYPES.includes(property.type)) return `"${field}" must have one of the types ${TYPES.join(', ')}.`;
    if (property.type === 'array' && property.items?.type !== 'string') return `"${field}" can only list texts.`;
    if (property.writeOnly && property.type !== 'string') return `"${field}" is writeOnly, which is for texts.`;
    if (property.default === undefined && !property.writeOnly) return `"${field}" needs a default.`;
  }
  return null;
}
