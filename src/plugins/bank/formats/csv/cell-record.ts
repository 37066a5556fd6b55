import type { SourceRecord } from '../../profiles/read-record.js';
import { singleSpaced } from '../counterparty.js';

/** Normalizes a column name for comparison. */
export function columnKey(name: string): string {
  return singleSpaced(name).toLowerCase();
}

/**
 * Makes cells accessible by the column names or numbers of a profile.
 * @param columns lower-case names and their index from 0
 */
export function cellRecord(
  cells: readonly string[],
  columns: ReadonlyMap<string, number>,
  position: string,
): SourceRecord {
  return {
    position,
    at(place) {
      const index = typeof place === 'number' ? place - 1 : columns.get(columnKey(place));
      return index === undefined ? '' : (cells[index] ?? '');
    },
  };
}
