/** A row of a table; nested records become columns `article.id`, `article.title`. */
type CsvRow = Readonly<Record<string, unknown>>;

/**
 * Rows as CSV (RFC 4180) with a line of names. Texts that a spreadsheet would take for a formula get an apostrophe in
 * front, since titles and queries come from anybody; numbers do not.
 * @param columns in order; they are there without rows, too
 */
export async function toCsv(rows: readonly CsvRow[], columns: readonly string[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const lines = rows.map((row) => columns.map((column) => harmless(cellOf(row, column))));
  return stringify([[...columns], ...lines], { record_delimiter: 'windows' });
}

function cellOf(row: CsvRow, column: string): unknown {
  return column.split('.').reduce<unknown>((value, name) => (value as CsvRow | null)?.[name], row);
}

function harmless(value: unknown): unknown {
  return typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
}
