import type { OwnedHooks } from '../../../hooks.js';
import type { CsvColumn, CsvRow } from '../../../resource.js';
import { type CsvCell, csvText } from '../../../text.js';

/** Values of a line by name. Amounts are strings with all decimals of their currency. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Content of an export: all rows of a type, or the payments of one payout. */
export interface ExportFile {
  readonly kind: 'affiliates' | 'commissions' | 'payout';
}

type Hooks = Pick<OwnedHooks, 'applyFiltersAsync'>;

/**
 * Generates a CSV file (RFC 4180) page by page: a header line, and one line per row.
 * @param names of the columns, which are keys of the rows
 */
export async function* csvPages(
  hooks: Hooks,
  file: ExportFile,
  names: readonly string[],
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  const own: readonly CsvColumn[] = names.map((name) => ({ name, value: (row) => row[name] ?? null }));
  const columns = await hooks.applyFiltersAsync('vendor_affiliate_export_columns', own, file);
  yield csvText([columns.map(({ name }) => name)]);
  for await (const rows of pages)
    if (rows.length > 0) yield csvText(rows.map(plainRow).map((row) => columns.map(({ value }) => value(row))));
}

function plainRow(row: ExportRow): CsvRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : Array.isArray(value) ? value.join(' ') : String(value);
}
