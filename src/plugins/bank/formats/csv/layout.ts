import type { CsvProfile } from '../../profiles/profile.js';
import { recordReader } from '../../profiles/read-record.js';
import { cellRecord, columnKey } from './cell-record.js';
import { headCells } from './head-cells.js';

/** Layout of a CSV file. */
export interface CsvLayout {
  readonly profile: CsvProfile;
  readonly delimiter: string;
  /** Lines before the first entry. */
  readonly linesBefore: number;
  /** Lower-case column names and their index from 0; empty without a header row. */
  readonly columns: ReadonlyMap<string, number>;
  /** Value above the header row; empty for none. */
  readonly ownAccount: string;
  readonly currency: string;
  /** Number of entries in the head of the file that the profile can read. */
  readonly readable: number;
}

export const DELIMITERS = [';', ',', '\t', '|'] as const;
/** Number of lines checked in a file without column names. More than half must be entries. */
const CHECKED_LINES = 5;

/**
 * Matches a profile against the head of a file.
 * @returns null if it does not fit
 */
export function findLayout(head: string, profile: CsvProfile): CsvLayout | null {
  const lines = head.split(/\r\n|\n|\r/);
  const delimiters = profile.delimiter === undefined ? DELIMITERS : [profile.delimiter];
  for (const delimiter of delimiters) {
    const rows = lines.map((line) => headCells(line, delimiter));
    const layout =
      profile.header.length > 0 ? withNames(rows, profile, delimiter) : withoutNames(rows, profile, delimiter);
    if (layout !== null) return layout;
  }
  return null;
}

function withNames(rows: readonly (readonly string[])[], profile: CsvProfile, delimiter: string): CsvLayout | null {
  const expected = profile.header.map(columnKey);
  const line = rows.findIndex((row) => {
    const names = new Set(row.map(columnKey));
    return expected.every((name) => names.has(name));
  });
  if (line < 0) return null;
  const columns = new Map<string, number>();
  rows[line]?.forEach((name, index) => {
    // The first of several columns with the same name wins.
    if (!columns.has(columnKey(name))) columns.set(columnKey(name), index);
  });
  const above = rows.slice(0, line);
  const currency = preambleValue(above, profile.preamble?.currency).toUpperCase();
  const read = recordReader(profile);
  const fits = (row: readonly string[]): boolean =>
    read(cellRecord(row, columns, ''), currency || profile.currency || 'EUR').some(({ kind }) => kind === 'entry');
  return {
    profile,
    delimiter,
    linesBefore: line + 1,
    columns,
    ownAccount: preambleValue(above, profile.preamble?.ownAccount),
    currency,
    readable: rows.slice(line + 1).filter(fits).length,
  };
}

function preambleValue(rows: readonly (readonly string[])[], name: string | undefined): string {
  if (name === undefined) return '';
  const key = columnKey(name);
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      const [label = '', ...after] = cell.split(':');
      if (columnKey(label) === key) return after.join(':').trim() || (row[index + 1] ?? '').trim();
    }
  }
  return '';
}

function withoutNames(rows: readonly (readonly string[])[], profile: CsvProfile, delimiter: string): CsvLayout | null {
  const columns = new Map<string, number>();
  const read = recordReader(profile);
  // The last line of the head may be truncated.
  const tried = rows.slice(0, Math.max(1, rows.length - 1)).filter((row) => row.some((cell) => cell !== ''));
  const fits = (row: readonly string[]): boolean =>
    row.length === profile.columns &&
    read(cellRecord(row, columns, ''), profile.currency ?? 'EUR').some(({ kind }) => kind === 'entry');
  const fitting = tried.slice(0, CHECKED_LINES).filter(fits).length;
  if (fitting <= Math.min(CHECKED_LINES, tried.length) / 2) return null;
  return { profile, delimiter, linesBefore: 0, columns, ownAccount: '', currency: '', readable: fitting };
}
