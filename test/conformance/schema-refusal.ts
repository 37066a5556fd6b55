import type { ArgumentSchema, JsonSchema } from 'mortise';

/** As the types of the language call it, but for `array`, `null` and `integer`. */
type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const PLAIN_NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/;

/** Texts that no reading of the format can accept. What these let through may still be refused. */
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
 * Whether the rules for arguments (host.md rows 16 to 19) leave no way to accept a value. An independent and smaller
 * reading of them than the host's own, which errs on one side only: false also means that it cannot tell.
 * @param value as it arrived: text and lists or records of text where it came in a query, a form or a path
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
    if (typeof value !== 'string') return true;
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
    // What would become an object's prototype is dropped before anything looks at it.
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
  // Exclusive bounds are numbers, or say that the other bound is one (row 19).
  const isOn =
    number === (exclusiveMinimum === true ? minimum : exclusiveMinimum) ||
    number === (exclusiveMaximum === true ? maximum : exclusiveMaximum);
  return !accepts(number) || isBelow || isAbove || isOn || isOutside(schema, number);
}

function isOutside({ enum: allowed }: JsonSchema, value: unknown): boolean {
  return allowed !== undefined && !allowed.includes(value);
}

/** Texts and numbers are comma lists. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** U+0000 can be stored by no database. Within free objects, which are stored as JSON, it is their own affair. */
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
