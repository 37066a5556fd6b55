import { freezeDeep } from '../../hooks/freeze.js';
import { encode } from './json-text.js';

/** JSON of data that was kept, in UTF-8. */
const written = new WeakMap<object, Uint8Array>();

/**
 * Data that is answered again and again as it is: it is frozen with all that it holds, and written as JSON once, for
 * answers that it is the whole of and for lists that it is an item of.
 * @throws TypeError for what JSON has no form for
 */
export function keepJson<T extends object>(data: T): T {
  if (!written.has(data)) written.set(data, Buffer.from(encode(data)));
  freezeDeep(data);
  return data;
}

/** The JSON of what was kept, or of a list of such; undefined for anything else. */
export function keptJson(data: unknown): Uint8Array | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  return Array.isArray(data) ? listOf(data) : written.get(data);
}

/** Data for somebody who may change it: what was kept is copied, also among items of a list that were not. */
export function changeable(data: unknown): unknown {
  return Array.isArray(data) ? data.map(copyOfKept) : copyOfKept(data);
}

function copyOfKept(data: unknown): unknown {
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
