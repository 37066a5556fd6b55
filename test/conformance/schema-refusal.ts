import type { ArgumentSchema, JsonSchema } from 'mortise/rest';

/** Type names of the schema language, which adds `array`, `null` and `integer` to those of JavaScript. */
type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const PLAIN_NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/;

/** Checks that every reading of the format agrees on. Texts that pass may still be rejected. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i.test(text) && isCalendarDay(text) && isTimeOfDay(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDay(text),
  email: (text) => /^\S+@\S+$/.test(text),
  ip: (text) => /^[0-9a-f:.]+$/i.test(text),
  uuid: (text) => /^(?:urn:uuid:)?[0-9a-f-]{36}$/i.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text),
  'hex-color': (text) => /^#[0-9a-f]{3,8}$/i.test(text),
};

/**
 * Returns whether the rules for arguments certainly reject a value. Independent of the host and simpler: false also
 * means that it cannot tell.
 * @param value as received: text, or lists or records of text when sent in a query, form or path
 */
export function isCertainlyRefused(schema: ArgumentSchema, value: unknown): boolean {
  return hasNul(value) || isRefused(schema, value);
}

function isRefused(schema: JsonSchema, value: unknown): boolean {
  const types = [schema.type ?? []].flat() as Type[];
  if (types.length > 0) return types.every((type) => REFUSES[type](schema, value));
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives?.every((alternative) => isRefused(alternative, value)) ?? false;
}

const REFUSES: Readonly<Record<Type, (schema: JsonSchema, value: unknown) => boolean>> = {
  string(schema, value) {
    if (typeof value !== 'string') return !hasRawText(value);
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
    const length = [...value].length;
    return (
      length < minLength ||
      length > maxLength ||
      isOutside(schema, value) ||
      (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) ||
      (format !== undefined && FORMATS[format]?.(value) === false)
    );
  },
  integer: (schema, value) => refusesNumber(schema, value, (number) => Number.isInteger(number)),
  number: (schema, value) => refusesNumber(schema, value, (number) => Number.isFinite(number)),
  boolean: (_, value) => !/^(?:true|false|1|0)$/i.test(typeof value === 'object' ? '' : String(value)),
  null: (_, value) => value !== null && value !== '',
  array(schema, value) {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    const list = listOf(value);
    if (!list || list.length < minItems || list.length > maxItems) return true;
    return items !== undefined && list.some((item) => isRefused(items, item));
  },
  object(schema, value) {
    if (value === '') return false;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const { properties = {}, additionalProperties } = schema;
    // Members that would become the prototype of an object are dropped before validation.
    const members = Object.entries(value).filter(([name]) => name !== '__proto__' && name !== 'constructor');
    const isIncomplete = Object.entries(properties).some(
      ([name, property]) => property.required && !Object.hasOwn(value, name),
    );
    return (
      isIncomplete ||
      members.some(([name, member]) => {
        const property = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
        if (typeof property === 'boolean') return !property && !schema.patternProperties;
        return property !== undefined && isRefused(property, member);
      })
    );
  },
};

function refusesNumber(schema: JsonSchema, value: unknown, accepts: (number: number) => boolean): boolean {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && PLAIN_NUMBER.test(value));
  if (!isNumeric) return true;
  const number = Number(value);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isBelow = [minimum, exclusiveMinimum].some((bound) => typeof bound === 'number' && number < bound);
  const isAbove = [maximum, exclusiveMaximum].some((bound) => typeof bound === 'number' && number > bound);
  // Exclusive bounds are numbers, or flags for the other bound.
  const isOn =
    number === (exclusiveMinimum === true ? minimum : exclusiveMinimum) ||
    number === (exclusiveMaximum === true ? maximum : exclusiveMaximum);
  return !accepts(number) || isBelow || isAbove || isOn || isOutside(schema, number);
}

/** Whether the value is an editable text as answers contain it. */
function hasRawText(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string';
}

function isOutside({ enum: allowed }: JsonSchema, value: unknown): boolean {
  const folded = (one: unknown): unknown => (typeof one === 'string' ? one.toLowerCase() : one);
  return allowed !== undefined && !allowed.map(folded).includes(folded(value));
}

/** Splits texts and numbers as comma-separated lists. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** No database can store U+0000. Free objects may contain it, because they are stored as JSON. */
function hasNul(value: unknown): boolean {
  return [value].flat().some((item) => typeof item === 'string' && item.includes('\0'));
}

function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTimeOfDay(text: string): boolean {
  const [hours = 0, minutes = 0] = text.slice(11, 16).split(':').map(Number);
  return hours < 24 && minutes < 60;
}
