import { HostError } from '../../errors.js';
import { bool, utc } from '../codec.js';

export type Parameter = string | number | bigint | Uint8Array | null;

/**
 * Converts statement values to forms that every driver stores the same way. Booleans and dates are encoded by the
 * codec. Rejects values that drivers would truncate, round, expand into SQL or crash on: undefined, objects, NaN,
 * integers beyond 2^53 and text with a NUL character.
 * @throws HostError 400 `database_text_invalid` for text with NUL, which requests can send; 500
 *   `database_value_invalid`
 */
export function toParameters(values: readonly unknown[]): Parameter[] {
  return values.map(toParameter);
}

function toParameter(value: unknown): Parameter {
  if (value === null || value instanceof Uint8Array) return value;
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw nulInText();
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw invalid('NaN and Infinity cannot be stored.', value);
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        throw invalid('Whole numbers are exact up to 2^53.', value);
      return value;
    case 'bigint':
      if (!Number.isSafeInteger(Number(value))) throw invalid('Whole numbers are exact up to 2^53.', value);
      return value;
    case 'boolean':
      return bool.encode(value);
    default:
      if (value instanceof Date) return utc.encode(value);
      throw invalid(
        'Parameters can be text, numbers, booleans, dates, bytes and null. Encode objects with json.encode.',
        value,
      );
  }
}

function nulInText(): HostError {
  return new HostError('database_text_invalid', 'Text must not contain the NUL character (U+0000).', { status: 400 });
}

function invalid(message: string, value: unknown): HostError {
  return new HostError('database_value_invalid', message, { type: typeof value });
}
