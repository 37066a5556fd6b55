import { createReadStream } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { invalidJson } from './invalid-json.js';
import type { JsonPiece } from './split-json.js';

/**
 * Parses the value of a piece.
 * @throws HostError 422 `vendor_kb_import_invalid` for invalid JSON, values that cannot be stored, or a schema
 *   violation
 */
export function parsePiece(piece: JsonPiece, validate?: ValidateFunction): unknown {
  const place = placeOf(piece);
  let value: unknown;
  try {
    value = JSON.parse(piece.text);
  } catch {
    throw invalidJson(`${place} is not valid JSON`, piece.line);
  }
  assertHarmless(value, place, piece.line);
  if (validate) assertValid(validate, value, place, piece.line);
  return value;
}

/** Rejects valid JSON that cannot be stored: lone surrogates and `__proto__`. */
function assertHarmless(value: unknown, place: string, line: number): void {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) {
    throw invalidJson(`${place} has an unpaired surrogate`, line);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${place}[${name}]` : `${place}.${name}`;
    if (name === '__proto__') throw invalidJson(`${below} is a forbidden name`, line);
    assertHarmless(member, below, line);
  }
}

/**
 * Validates a value against a schema.
 * @throws HostError 422 `vendor_kb_import_invalid` naming the member
 */
export function assertValid(validate: ValidateFunction, value: unknown, place: string, line: number): void {
  if (validate(value)) return;
  // The error of the first alternative says more than "matches no alternative".
  const [error] = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if');
  throw invalidJson(`${place}${error ? faultOf(error) : ' is not valid'}`, line);
}

function faultOf({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): string {
  const path = instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  if (keyword === 'additionalProperties') return `${path} has an unknown member "${params.additionalProperty}"`;
  if (keyword === 'enum') return `${path} must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  return `${path} ${message}`;
}

/** Formats the position of a piece, e.g. `articles[3]`. */
export function placeOf({ member, index }: JsonPiece): string {
  return index === null ? member : `${member}[${index}]`;
}

/** Reads a file as text without a byte order mark. */
export async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw invalidJson('The file is not valid UTF-8, or is incomplete');
    throw error;
  }
}
