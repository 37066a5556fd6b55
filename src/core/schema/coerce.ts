import { isRecord } from '../record.js';
import type { JsonSchema, SchemaType } from './schema.js';

const INTEGER = /^[+-]?\d+(?:\.0*)?$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * Coerces text (query, form, path) to the type in its schema. It follows the rules of WordPress, with two deliberate
 * differences: hexadecimal and exponent notation are not numbers. A value that cannot be coerced is returned unchanged,
 * for the validator to reject by name.
 */
export function coerce(value: unknown, schema: JsonSchema): unknown {
  if (schema.type === undefined) return coerceAlternatives(value, schema);
  const types: readonly SchemaType[] = Array.isArray(schema.type) ? schema.type : [schema.type as SchemaType];
  for (const type of types) {
    const result = coerceTo(type, value, schema);
    if (result !== NOT_COERCIBLE) return result;
  }
  return value;
}

const NOT_COERCIBLE = Symbol('not coercible');

function coerceTo(type: SchemaType, value: unknown, schema: JsonSchema): unknown {
  switch (type) {
    case 'string':
      return toText(value, schema.enum);
    case 'integer':
      return toInteger(value);
    case 'number':
      return toNumber(value, NUMBER, Number.isFinite);
    case 'boolean':
      return toBoolean(value);
    case 'null':
      return value === null || value === '' ? null : NOT_COERCIBLE;
    case 'array':
      return toArray(value, schema.items);
    case 'object':
      return toObject(value, schema);
  }
}

/**
 * Coerces to a string. Answers return editable texts as `{raw, rendered}`, so that form is accepted too, as in
 * WordPress. Letter case does not matter in values of an `enum`: WordPress clients send `order=ASC`.
 */
function toText(value: unknown, allowed: JsonSchema['enum']): unknown {
  const text = isRecord(value) && typeof value.raw === 'string' ? value.raw : value;
  if (typeof text !== 'string') return NOT_COERCIBLE;
  if (!allowed || allowed.includes(text)) return text;
  const matches = allowed.filter((member) => typeof member === 'string' && member.toLowerCase() === text.toLowerCase());
  return matches.length === 1 ? matches[0] : text;
}

function toNumber(value: unknown, form: RegExp, accepts: (value: number) => boolean): unknown {
  const number = typeof value === 'string' && form.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && accepts(number) ? number : NOT_COERCIBLE;
}

/** Coerces to an integer. JSON integers beyond 2^53 have lost digits: returned as text, they are always rejected. */
function toInteger(value: unknown): unknown {
  const isUnsafe = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isUnsafe ? String(value) : toNumber(value, INTEGER, Number.isSafeInteger);
}

function toBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === 'true' || text === '1' || text === 1) return true;
  if (text === 'false' || text === '0' || text === 0) return false;
  return NOT_COERCIBLE;
}

function toArray(value: unknown, items: JsonSchema | undefined): unknown {
  const list = typeof value === 'string' || typeof value === 'number' ? splitList(String(value)) : value;
  if (!Array.isArray(list)) return NOT_COERCIBLE;
  return items ? list.map((item) => coerce(item, items)) : list;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function toObject(value: unknown, schema: JsonSchema): unknown {
  const object = value === '' ? {} : value;
  if (!isRecord(object)) return NOT_COERCIBLE;
  const { properties } = schema;
  if (!properties) return object;
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => {
      const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, memberSchema ? coerce(member, memberSchema) : member];
    }),
  );
}

/** Uses the first alternative of `anyOf`/`oneOf` that the value can be coerced to. */
function coerceAlternatives(value: unknown, schema: JsonSchema): unknown {
  for (const alternative of schema.anyOf ?? schema.oneOf ?? []) {
    if (typeof alternative.type !== 'string') continue;
    const result = coerceTo(alternative.type as SchemaType, value, alternative);
    if (result !== NOT_COERCIBLE) return result;
  }
  return value;
}
