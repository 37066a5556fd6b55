import { type CsvCell, csvText, type OwnedHooks } from '../../../index.js';

/** What a line is made of. Amounts are decimal text, with all the decimals of their currency. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** A column of a file. */
export interface ExportColumn {
  readonly name: string;
  /** What is a formula for a spreadsheet becomes a text. */
  readonly value: (row: ExportRow) => CsvCell;
}

/** What a file holds: all of a kind, or the payments of one payout. */
export interface ExportFile {
  readonly kind: 'affiliates' | 'commissions' | 'payout';
}

type Hooks = Pick<OwnedHooks, 'applyFiltersAsync'>;

/**
 * A file as CSV (RFC 4180), page by page: a line of names, and one for each row.
 * @param names of the columns, which are members of the rows
 */
export async function* csvPages(
  hooks: Hooks,
  file: ExportFile,
  names: readonly string[],
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  const own: readonly ExportColumn[] = names.map((name) => ({ name, value: (row) => plain(row[name]) }));
  const columns = await hooks.applyFiltersAsync('vendor_affiliate_export_columns', own, file);
  yield csvText([columns.map(({ name }) => name)]);
  for await (const rows of pages)
    if (rows.length > 0) yield csvText(rows.map((row) => columns.map(({ value }) => value(row))));
}

function plain(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : Array.isArray(value) ? value.join(' ') : String(value);
}
