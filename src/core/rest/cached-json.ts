import { freezeDeep } from '../../hooks/freeze.js';
import { encode } from './json-text.js';

/** Cached JSON of data, in UTF-8. */
const written = new WeakMap<object, Uint8Array>();

/**
 * Deep-freezes data that is returned repeatedly, and caches its JSON. The cache serves answers that consist of the
 * data or list it.
 * @throws TypeError for data without a JSON form
 */
export function cacheJson<T extends object>(data: T): T {
  if (!written.has(data)) written.set(data, Buffer.from(encode(data)));
  freezeDeep(data);
  return data;
}

/** Returns the cached JSON of data, or of a list of cached items; undefined for anything else. */
export function cachedJson(data: unknown): Uint8Array | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  return Array.isArray(data) ? listOf(data) : written.get(data);
}

/** Returns data that the caller may modify: cached data is copied, including items of a list. */
export function mutableCopy(data: unknown): unknown {
  return Array.isArray(data) ? data.map(copyIfCached) : copyIfCached(data);
}

function copyIfCached(data: unknown): unknown {
  return typeof data === 'object' && data !== null && written.has(data) ? structuredClone(data) : data;
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

function listOf(items: readonly unknown[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (const item of items) {
    const part = typeof item === 'object' && item !== null ? written.get(item) : undefined;
    if (!part) return undefined;
    parts.push(parts.length === 0 ? OPEN : COMMA, part);
  }
  return parts.length === 0 ? undefined : Buffer.concat([...parts, CLOSE]);
}
