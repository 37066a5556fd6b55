import { headCells } from '../formats/csv/head-cells.js';
import { findLayout } from '../formats/csv/layout.js';
import { findEncoding } from '../formats/encoding/find-encoding.js';
import { headText } from '../formats/encoding/head-text.js';
import type { StatementFile } from '../formats/statement-format.js';
import type { CsvProfile } from '../profiles/profile.js';
import { type SampleTable, SHOWN_ROWS } from './sample-table.js';

const DELIMITERS = [';', ',', '\t', '|'] as const;

type CsvFormat = Partial<Pick<CsvProfile, 'delimiter' | 'encoding'>>;

/**
 * Reads the first rows of a CSV file.
 * Rows below the header row if a profile fits. Otherwise the header row is guessed: the first line with the most
 * frequent number of cells.
 * @param profile current profile; null while it is invalid
 */
export async function readCsvSample(
  file: StatementFile,
  format: CsvFormat,
  profile: CsvProfile | null,
): Promise<SampleTable> {
  const found = await findEncoding(file);
  const encoding = (found.problems.length > 0 && format.encoding) || found.encoding;
  const head = await headText(file, { encoding });
  const layout = profile && findLayout(head, profile);
  const lines = head.split(/\r\n|\n|\r/);
  // The last line of the head may be truncated.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  if (layout) {
    const rows = whole.map((line) => headCells(line, layout.delimiter));
    const names = layout.columns.size > 0 ? (rows[layout.linesBefore - 1] ?? []) : null;
    return tableOf(encoding, names, rows.slice(layout.linesBefore));
  }
  const delimiter = format.delimiter ?? guessDelimiter(whole);
  const rows = whole.map((line) => headCells(line, delimiter));
  const width = usualWidth(rows);
  const first = rows.findIndex((row) => row.length === width);
  const names = rows[first] ?? [];
  const isNamed = names.every((name) => name !== '' && !/^[-+]?\d/.test(name));
  return tableOf(encoding, isNamed ? names : null, rows.slice(isNamed ? first + 1 : Math.max(first, 0)));
}

function tableOf(encoding: string, names: readonly string[] | null, rows: readonly (readonly string[])[]): SampleTable {
  const sampleRows = rows.filter((row) => row.some((cell) => cell !== '')).slice(0, SHOWN_ROWS);
  const width = Math.max(0, ...sampleRows.map((row) => row.length));
  const columns = names ?? Array.from({ length: width }, (_, index) => String(index + 1));
  return { encoding, columns, isNamed: names !== null, rows: sampleRows, entries: '' };
}

/** Picks the delimiter that yields the most cells on lines with the same number of cells. */
function guessDelimiter(lines: readonly string[]): string {
  const cellsOf = (delimiter: string): number => {
    const rows = lines.map((line) => headCells(line, delimiter));
    const width = usualWidth(rows);
    return width < 2 ? 0 : width * rows.filter((row) => row.length === width).length;
  };
  return DELIMITERS.toSorted((one, other) => cellsOf(other) - cellsOf(one))[0] ?? ';';
}

/** Returns the most frequent number of cells per line, ignoring lines with a single cell. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows.filter((row) => row.length > 1)) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 1;
}
