import type { SourceRecord } from '../../profiles/read-record.js';
import { singleSpaced } from '../counterparty.js';

/** How names of columns are compared. */
export function columnKey(name: string): string {
  return singleSpaced(name).toLowerCase();
}

/**
 * Cells as a profile asks for them.
 * @param columns names in lower case, with their numbers from 0
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
