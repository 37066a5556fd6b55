import type { SourceRecord } from '../../profiles/read-record.js';

/** Texts, which stand for themselves, or numbers. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Reads JSON whose numbers stay as they are written: ids have more digits than a number keeps, and amounts are no
 * fractions of binary numbers.
 * @returns null for what is no JSON
 */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${plain(found)}"`)));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Programs write `1E+2` for a hundred. Other exponents are no amounts, and left as they are. */
function plain(number: string): string {
  const [, digits, power] = /^(-?\d+)[eE]\+?(\d)$/.exec(number) ?? [];
  return digits === undefined ? number : digits + '0'.repeat(Number(power));
}

/** A value as a profile asks for it: by paths such as `amount.value`, or `creditors.0.name`. */
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
