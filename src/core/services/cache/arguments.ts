import { HostError } from '../../errors.js';
import { isRecord } from '../../record.js';

const MAX_NAME_LENGTH = 500;
const MAX_TAGS = 32;
/** Maximum time to live, in milliseconds. */
const MAX_TTL = 31 * 86_400_000;

/** @throws HostError `cache_key_invalid` */
export function assertKey(key: string): void {
  if (isName(key)) return;
  throw new HostError('cache_key_invalid', `A cache key must be a string of 1 to ${MAX_NAME_LENGTH} characters.`);
}

/** @throws HostError `cache_tags_invalid` */
export function assertTags(tags: readonly string[]): void {
  if (Array.isArray(tags) && tags.length <= MAX_TAGS && tags.every(isName)) return;
  throw new HostError(
    'cache_tags_invalid',
    `Cache tags must be a list of at most ${MAX_TAGS} strings of 1 to ${MAX_NAME_LENGTH} characters.`,
  );
}

/** @throws HostError `cache_ttl_invalid` */
export function assertTtl(ttl: number): void {
  if (Number.isInteger(ttl) && ttl >= 1 && ttl <= MAX_TTL) return;
  throw new HostError(
    'cache_ttl_invalid',
    'Set the cache lifetime: ttl is a whole number of milliseconds, at most 31 days.',
    { ttl },
  );
}

/**
 * Encodes a value as JSON. Rejects values that would not survive the round trip: dates, maps, class instances, NaN.
 * Undefined properties are omitted.
 * @throws HostError `cache_value_invalid`
 */
export function encodeValue(key: string, value: unknown): string {
  if (!isJson(value)) throw invalid(key);
  try {
    return JSON.stringify(value, function (this: object, name, member: unknown) {
      // Original value, before its toJSON is called.
      const original: unknown = Reflect.get(this, name);
      const isLeftOut = original === undefined && !Array.isArray(this);
      if (!isLeftOut && !isJson(original)) throw invalid(key, name);
      return member;
    });
  } catch (error) {
    throw error instanceof HostError ? error : invalid(key, '', error);
  }
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.length >= 1 && name.length <= MAX_NAME_LENGTH;
}

/** Whether JSON can represent the value itself, regardless of its contents. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return true;
  if (!isRecord(value) || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function invalid(key: string, member = '', cause?: unknown): HostError {
  const place = member === '' ? '' : ` (its member "${member}" is not)`;
  return new HostError(
    'cache_value_invalid',
    `The value of "${key}" cannot be cached: it must be JSON data${place}. Store dates as strings, and null instead of undefined.`,
    { cache_key: key },
    cause === undefined ? undefined : { cause },
  );
}
