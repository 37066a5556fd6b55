import type { SourceRecord } from '../../profiles/read-record.js';

/** A string, which is kept as it is, or a number. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Parses JSON with numbers as strings, to keep long IDs and decimal amounts exact.
 * @returns null for invalid JSON
 */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${plain(found)}"`)));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Expands `1E+2` to a hundred. Numbers with other exponents are no amounts and stay unchanged. */
function plain(number: string): string {
  const [, digits, power] = /^(-?\d+)[eE]\+?(\d)$/.exec(number) ?? [];
  return digits === undefined ? number : digits + '0'.repeat(Number(power));
}

/** Makes a value accessible by the paths of a profile, such as `amount.value` or `creditors.0.name`. */
export function jsonRecord(value: unknown, position: string): SourceRecord {
  return {
    position,
    at(place) {
      let found: unknown = value;
      for (const name of String(place).split('.')) found = memberOf(found, name);
      return typeof found === 'string' ? found : '';
    },
  };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
