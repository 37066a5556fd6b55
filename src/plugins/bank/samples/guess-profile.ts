import { isCurrencyCode } from '../formats/amounts.js';
import { columnKey } from '../formats/csv/cell-record.js';
import { builtInCsvProfiles } from '../profiles/built-in/csv-profiles.js';
import { builtInJsonProfiles } from '../profiles/built-in/json-profiles.js';
import { datePattern } from '../profiles/date-pattern.js';
import { type FieldSource, PROFILE_FIELDS, type Profile, type ProfileField } from '../profiles/profile.js';
import type { ProfileValues } from '../profiles/profile-values.js';
import { writePlaces } from '../profiles/written-places.js';
import type { SampleTable } from './sample-table.js';

const PATTERNS = [
  ...['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD', 'DD-MM-YYYY', 'YYYY/MM/DD', 'DD MMM YYYY'],
  ...['DD.MM.YY', 'DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD*'],
];
const AMOUNT = /^[-+]?\d[\d .,'\u00a0\u202f]*[.,]\d{1,3}-?$/;

/** Column names of the built-in profiles by field. */
const KNOWN_NAMES: ReadonlyMap<string, ProfileField> = namesOf([...builtInCsvProfiles, ...builtInJsonProfiles]);

/**
 * Guesses a profile from the first rows of a file.
 * Columns are found by the names in built-in profiles, and day, amount and currency also by their cells.
 * @returns the guessed values by name
 */
export function guessProfile(kind: Profile['kind'], table: SampleTable): ProfileValues {
  const places = new Map<ProfileField, (string | number)[]>();
  const place = (index: number): string | number => (table.isNamed ? (table.columns[index] ?? '') : index + 1);
  const cellsOf = (index: number): string[] => table.rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
  const indexes = [...table.columns.keys()];
  if (table.isNamed) {
    for (const index of indexes) {
      const field = KNOWN_NAMES.get(columnKey(table.columns[index] ?? ''));
      // Only the remittance combines several columns.
      if (field && (field === 'remittance' || !places.has(field)))
        places.set(field, [...(places.get(field) ?? []), place(index)]);
    }
  }
  const find = (fits: (cells: string[]) => boolean): number =>
    indexes.find((index) => !isTaken(places, place(index)) && cellsOf(index).length > 0 && fits(cellsOf(index))) ?? -1;
  const take = (field: ProfileField, index: number): void => void (index >= 0 && places.set(field, [place(index)]));
  if (!places.has('bookedOn'))
    take(
      'bookedOn',
      find((cells) => patternOf(cells) !== null),
    );
  if (!['amount', 'credit', 'debit'].some((field) => places.has(field as ProfileField)))
    take(
      'amount',
      find((cells) => cells.every((cell) => AMOUNT.test(cell))),
    );
  if (!places.has('currency'))
    take(
      'currency',
      find((cells) => cells.every(isCurrencyCode)),
    );
  if (places.has('amount')) for (const field of ['credit', 'debit'] as const) places.delete(field);

  const cellsAt = (...fields: ProfileField[]): string[] =>
    fields.flatMap((field) => (places.get(field) ?? []).flatMap((one) => cellsOf(indexOf(table, one))));
  const dates = patternOf(cellsAt('bookedOn'));
  const amounts = cellsAt('amount', 'credit', 'debit');
  return {
    ...Object.fromEntries([...places].map(([field, found]) => [`fields.${field}`, writePlaces(sourceOf(found))])),
    ...(dates !== null && { dates }),
    ...(amounts.length > 0 && { decimal: amounts.some((amount) => /,\d{1,2}-?$/.test(amount)) ? ',' : '.' }),
    ...(kind === 'csv' ? layoutValues(table) : { entries: table.entries }),
  };
}

function layoutValues({ columns, isNamed, encoding }: SampleTable): ProfileValues {
  const layout: ProfileValues = isNamed ? { header: columns.join('\n') } : { columns: String(columns.length) };
  return { ...layout, ...(encoding !== 'utf-8' && { encoding }) };
}

function sourceOf(places: readonly (string | number)[]): FieldSource | undefined {
  return places.length > 1 ? places : places[0];
}

function indexOf({ columns }: SampleTable, place: string | number): number {
  return typeof place === 'number' ? place - 1 : columns.indexOf(place);
}

function isTaken(places: ReadonlyMap<ProfileField, readonly (string | number)[]>, place: string | number): boolean {
  return [...places.values()].some((taken) => taken.includes(place));
}

/** Returns the first pattern that all cells match. */
function patternOf(cells: readonly string[]): string | null {
  if (cells.length === 0) return null;
  return PATTERNS.find((pattern) => cells.every((cell) => datePattern(pattern)?.(cell) != null)) ?? null;
}

function namesOf(profiles: readonly Profile[]): ReadonlyMap<string, ProfileField> {
  const names = new Map<string, ProfileField>();
  for (const field of PROFILE_FIELDS) {
    for (const { fields } of profiles) {
      for (const place of [fields[field] ?? []].flat()) {
        // If banks use a name for two fields, the first field wins: booking day before value day.
        if (typeof place === 'string' && !names.has(columnKey(place))) names.set(columnKey(place), field);
      }
    }
  }
  return names;
}
