import { onDemand } from './on-demand.js';

const csv = onDemand<typeof import('csv-stringify/sync')>('csv-stringify/sync');

/** A cell of a file; null is an empty one. */
export type CsvCell = number | string | null | undefined;

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Lines as CSV (RFC 4180), for files that people open in a spreadsheet: texts come from anybody, and one that would be
 * taken for a formula gets an apostrophe in front. Numbers do not, also those that are written as text.
 */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return csv().stringify(
    lines.map((line) => line.map(harmless)),
    // A line may end inside a text in another way than lines of the file do, and is in quotes all the same.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

function harmless(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}
