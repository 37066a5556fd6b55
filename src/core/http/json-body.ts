import { HostError, messageOf } from '../errors.js';
import { findJsonError, type JsonErrorPlace } from './json-error.js';

/** Maximum nesting of a body, the same as in PHP's and WordPress's JSON parsers. */
const MAX_DEPTH = 512;

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * Parses a JSON body in UTF-8.
 * @throws HostError 400 `rest_invalid_json` with the parser's `json_error_message` and, if the text itself is
 *   invalid, `json_error_position` (offset in UTF-16 code units), `line` and `column`
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string | null = null;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = ESCAPED_SURROGATE.test(text)
      ? JSON.parse(text, (_name, member: unknown) => (typeof member === 'string' ? toWellFormed(member) : member))
      : JSON.parse(text);
    tidy(value, MAX_DEPTH);
    return value;
  } catch (error) {
    throw invalidJson(error, error instanceof SyntaxError && text !== null ? findJsonError(text) : null);
  }
}

/**
 * Accepts a JSON body that the site's own parser has parsed, with the same limits.
 * @throws HostError 400 `rest_invalid_json` for a value that nests too deeply or contains a number that is too large
 */
export function acceptJson(value: unknown): unknown {
  try {
    tidy(value, MAX_DEPTH);
    return value;
  } catch (error) {
    throw invalidJson(error, null);
  }
}

/** Replaces lone surrogates, which UTF-8 cannot store, with U+FFFD before anything is derived from the text. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * Limits a value's depth and numbers, and removes members that would pollute prototypes. A careless `Object.assign`
 * or deep merge would treat `__proto__`, and a `constructor` with a `prototype`, as an object's prototype.
 */
function tidy(value: unknown, levels: number): void {
  // JSON.parse turns 1e999 into Infinity, which can be neither stored nor sent back.
  if (value === Infinity || value === -Infinity) throw new RangeError('A number exceeds 1.8e308.');
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (levels === 0) throw new RangeError(`Lists and objects nest more than ${MAX_DEPTH} levels.`);
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  if (Object.hasOwn(value, 'constructor') && namesPrototype(value.constructor)) {
    Reflect.deleteProperty(value, 'constructor');
  }
  for (const member of Object.values(value)) tidy(member, levels - 1);
}

function namesPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function invalidJson(error: unknown, place: JsonErrorPlace | null): HostError {
  const where = place ? ` (line ${place.line}, column ${place.column})` : '';
  return new HostError('rest_invalid_json', `The body is not valid JSON${where}. Correct it and send it again.`, {
    status: 400,
    json_error_message: messageOf(error),
    ...(place ? { json_error_position: place.position, line: place.line, column: place.column } : {}),
  });
}
