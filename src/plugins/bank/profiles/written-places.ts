import type { FieldSource, FieldWords } from './profile.js';

/**
 * Text notation of a profile's locations and words: `Note | Message`, `3` for the third column, `"3"` for a column
 * named 3.
 * A backslash escapes a separator.
 */

/** Writes locations; empty for none. */
export function writePlaces(source: FieldSource | undefined): string {
  if (source === undefined) return '';
  const places = typeof source === 'object' ? source : [source];
  return places.map((place) => (typeof place === 'number' ? String(place) : quoted(escaped(place)))).join(' | ');
}

/** Reads locations. A single one is returned without a list; undefined for none. */
export function readPlaces(text: string): FieldSource | undefined {
  const places = partsOf(text).map(placeOf);
  const [first] = places;
  return places.length > 1 ? places : first;
}

export function writeWords(values: readonly string[] = []): string {
  return values.map(escaped).join(' | ');
}

export function readWords(text: string): string[] {
  return partsOf(text).map(plain);
}

/** Writes a line such as `Kind = Opening balance | Closing balance`. */
export function writeFieldWords({ field, words: values }: FieldWords): string {
  return `${writePlaces(field)} = ${writeWords(values)}`;
}

/** Reads such a line. An invalid one yields values that `checkProfile` rejects. */
export function readFieldWords(line: string): { readonly field: unknown; readonly words: unknown } {
  const [, field = line, values] = /^((?:\\.|[^\\=])*)=(.*)$/s.exec(line) ?? [];
  return {
    field: readPlaces(field),
    words: values === undefined || values.trim() === '' ? undefined : readWords(values),
  };
}

/** Returns the non-empty lines of a form field. */
export function readLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => (line.trim() === '' ? [] : line.trim()));
}

function partsOf(text: string): string[] {
  const parts = text.match(/(?:\\.|[^|])+/gs) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function placeOf(part: string): string | number {
  if (/^[1-9]\d{0,8}$/.test(part)) return Number(part);
  return plain(/^".+"$/s.test(part) ? part.slice(1, -1) : part);
}

/** Quotes names that would otherwise be read as a number or as quoted. */
function quoted(text: string): string {
  return /^(?:\d+|".+")$/s.test(text) ? `"${text}"` : text;
}

function escaped(text: string): string {
  return text.replace(/[\\|=]/g, '\\$&');
}

function plain(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}
