import { type CsvCell, csvText } from '../../../../text.js';

/** Table row; nested records become columns `article.id`, `article.title`. */
type CsvRow = Readonly<Record<string, unknown>>;

/**
 * Writes rows as CSV (RFC 4180) with a header, neutralizing cells that a spreadsheet would run as formulas.
 * @param columns columns in order; the header is written even without rows
 */
export function toCsv(rows: readonly CsvRow[], columns: readonly string[]): string {
  return csvText([columns, ...rows.map((row) => columns.map((column) => cellOf(row, column)))]);
}

function cellOf(row: CsvRow, column: string): CsvCell {
  const cell = column.split('.').reduce<unknown>((value, name) => (value as CsvRow | null)?.[name], row);
  return typeof cell === 'number' || cell === null || cell === undefined ? cell : String(cell);
}
