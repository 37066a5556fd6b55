import type { CsvProfile } from '../../profiles/profile.js';
import { recordReader } from '../../profiles/read-record.js';
import { cellRecord, columnKey } from './cell-record.js';
import { headCells } from './head-cells.js';

/** Where in a file what stands. */
export interface CsvLayout {
  readonly profile: CsvProfile;
  readonly delimiter: string;
  /** Lines before the first entry. */
  readonly linesBefore: number;
  /** Names of columns, in lower case, with their numbers from 0; none without a line of names. */
  readonly columns: ReadonlyMap<string, number>;
  /** What stands above the line of names; empty where there is nothing. */
  readonly ownAccount: string;
  readonly currency: string;
}

export const DELIMITERS = [';', ',', '\t', '|'] as const;
/** Of so many lines of a file without names most must be entries, for it to be known. */
const TRIED = 5;

/** Finds out whether a profile fits the beginning of a file. @returns null where it does not */
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
  const wanted = profile.header.map(columnKey);
  const line = rows.findIndex((row) => {
    const names = new Set(row.map(columnKey));
    return wanted.every((name) => names.has(name));
  });
  if (line < 0) return null;
  const columns = new Map<string, number>();
  rows[line]?.forEach((name, index) => {
    // Of columns with the same name the first counts.
    if (!columns.has(columnKey(name))) columns.set(columnKey(name), index);
  });
  const above = rows.slice(0, line);
  return {
    profile,
    delimiter,
    linesBefore: line + 1,
    columns,
    ownAccount: preambleValue(above, profile.preamble?.ownAccount),
    currency: preambleValue(above, profile.preamble?.currency).toUpperCase(),
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
  // The last line of the beginning may be cut.
  const tried = rows.slice(0, Math.max(1, rows.length - 1)).filter((row) => row.some((cell) => cell !== ''));
  const fits = (row: readonly string[]): boolean =>
    row.length === profile.columns &&
    read(cellRecord(row, columns, ''), profile.currency ?? 'EUR').some(({ kind }) => kind === 'entry');
  const fitting = tried.slice(0, TRIED).filter(fits).length;
  if (fitting <= Math.min(TRIED, tried.length) / 2) return null;
  return { ...{ profile, delimiter, linesBefore: 0, columns, ownAccount: '', currency: '' } };
}
