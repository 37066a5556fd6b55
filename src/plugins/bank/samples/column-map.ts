import { columnKey } from '../formats/csv/cell-record.js';
import { PROFILE_FIELDS, type ProfileField } from '../profiles/profile.js';
import type { ProfileValues } from '../profiles/profile-values.js';
import { readPlaces, writePlaces } from '../profiles/written-places.js';
import { directionsOf } from './guess-profile.js';
import type { SampleTable } from './sample-table.js';

/** Returns the field that each column of a sample is mapped to; empty for none. */
export function fieldsOfColumns(values: ProfileValues, table: SampleTable): readonly (ProfileField | '')[] {
  return table.columns.map((_, index) => {
    const field = PROFILE_FIELDS.find((each) => readsColumn(values[`fields.${each}`] ?? '', table, index));
    return field ?? '';
  });
}

/** Whether a written list of places includes a column. */
export function readsColumn(written: string, { columns, isNamed }: SampleTable, index: number): boolean {
  const name = columnKey(columns[index] ?? '');
  const places = [readPlaces(written) ?? []].flat();
  // The first of several columns with the same name is read.
  const isFirst = columns.findIndex((column) => columnKey(column) === name) === index;
  return places.some((place) =>
    typeof place === 'number' ? place === index + 1 : isNamed && isFirst && columnKey(place) === name,
  );
}

/**
 * Returns the values of a profile with these columns.
 * @param chosen field of each column; empty for none
 */
export function withColumns(values: ProfileValues, table: SampleTable, chosen: readonly string[]): ProfileValues {
  const { columns, isNamed } = table;
  const keys = columns.map(columnKey);
  const placeOf = (index: number): string | number => {
    const isUnique = keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? '');
    return isNamed && isUnique && keys[index] !== '' ? (columns[index] ?? '') : index + 1;
  };
  const fields = PROFILE_FIELDS.map((field) => {
    const places = columns.flatMap((_, index) => (chosen[index] === field ? [placeOf(index)] : []));
    return [`fields.${field}`, writePlaces(places.length > 1 ? places : places[0])] as const;
  });
  const direction = chosen.indexOf('direction');
  const directions = directionsOf(table.rows.map((row) => row[direction] ?? '').filter((cell) => cell !== ''));
  const isSaid = (values['directions.credit'] ?? '') !== '' || (values['directions.debit'] ?? '') !== '';
  return {
    ...values,
    ...Object.fromEntries(fields),
    ...(direction >= 0 &&
      !isSaid &&
      directions && { 'directions.credit': directions[0], 'directions.debit': directions[1] }),
    ...(direction < 0 && { 'directions.credit': '', 'directions.debit': '' }),
  };
}
