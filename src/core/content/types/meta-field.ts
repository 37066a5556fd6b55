import { HostError } from '../../errors.js';
import type { JsonSchema } from '../../schema/schema.js';
import type { CreateValidator, InvalidParameters, Validator } from '../../schema/validate.js';

/** A `meta` field, as declared by a plugin. */
export interface MetaDefinition {
  /** Schema of the value, or of each value if the field has several. */
  readonly schema: JsonSchema;
  /** Whether the field has one value instead of a list. @default true */
  readonly single?: boolean;
  /** Whether the field can be read and written over REST. @default false */
  readonly rest?: boolean;
  /** Value of posts that have none. It must match the schema. */
  readonly default?: unknown;
}

/** A registered field. */
export interface MetaField {
  readonly key: string;
  readonly owner: string;
  readonly rest: boolean;
  /** Schema of the whole value, which is a list if the field has several. */
  readonly schema: JsonSchema;
  /** Undefined if there is none. */
  readonly default: unknown;
}

const KEY = /^[a-zA-Z_][a-zA-Z0-9_-]{0,99}$/;
/** Names with a special meaning on every object. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws HostError `post_meta_invalid` */
export function toMetaField(
  key: string,
  { schema, single = true, rest = false, default: initial }: MetaDefinition,
  owner: string,
  createValidator: CreateValidator,
): MetaField {
  const refuse = (reason: string): never => {
    throw new HostError('post_meta_invalid', `The post field "${key}" is invalid: ${reason}`, { key });
  };
  if (!KEY.test(key) || RESERVED.has(key))
    refuse('a name can have letters, digits, "_" and "-", at most 100 characters.');
  const whole: JsonSchema = single ? schema : { type: 'array', items: schema };
  const value = initial ?? (single ? undefined : []);
  if (value !== undefined) {
    const [fault] = Object.values(createValidator({ [key]: whole })({ [key]: value }));
    if (fault) refuse(`its default does not match its schema: ${fault.message}`);
  }
  return { key, owner, rest, schema: whole, default: value };
}

/** The fields of one post type. */
export type MetaFields = ReadonlyMap<string, MetaField>;

/** Checks values against the schemas of their fields. Unregistered fields are ignored. */
export function createMetaCheck(createValidator: CreateValidator) {
  const validators = new WeakMap<MetaField, Validator>();
  return (fields: MetaFields, values: Readonly<Record<string, unknown>>): InvalidParameters => {
    const invalid: InvalidParameters = {};
    for (const [key, value] of Object.entries(values)) {
      const field = fields.get(key);
      if (!field) continue;
      let validator = validators.get(field);
      if (!validator) {
        validator = createValidator({ [key]: field.schema });
        validators.set(field, validator);
      }
      Object.assign(invalid, validator({ [key]: value }));
    }
    return invalid;
  };
}

export type MetaCheck = ReturnType<typeof createMetaCheck>;
