import { type CsvCell, csvText } from '../../../index.js';

/** A row of a table; nested records become columns `article.id`, `article.title`. */
type CsvRow = Readonly<Record<string, unknown>>;

/**
 * Rows as CSV (RFC 4180) with a line of names, in which no title or query is taken for a formula.
 * @param columns in order; they are there without rows, too
 */
export function toCsv(rows: readonly CsvRow[], columns: readonly string[]): string {
  return csvText([columns, ...rows.map((row) => columns.map((column) => cellOf(row, column)))]);
}

function cellOf(row: CsvRow, column: string): CsvCell {
  const cell = column.split('.').reduce<unknown>((value, name) => (value as CsvRow | null)?.[name], row);
  return typeof cell === 'number' || cell === null || cell === undefined ? cell : String(cell);
}
