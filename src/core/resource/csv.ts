import { type CsvCell, csvText } from '../csv-text.js';
import type { Database } from '../database/database.js';
import type { OrderQuery, Resource } from './resource.js';

/** Values of an item by field. */
export type CsvRow = Readonly<Record<string, CsvCell>>;

/** Column of a CSV file. */
export interface CsvColumn {
  readonly name: string;
  /** Returns the cell. Spreadsheet formulas are escaped. */
  readonly value: (row: CsvRow) => CsvCell;
}

/**
 * Generates a CSV file (RFC 4180): a header, then all rows that pass the filters, in batches. Memory use does not
 * depend on the number of rows.
 * @param replaced returns other columns. @default the fields with the option `csv`
 */
export async function* csvLines<Item, Values, Output, Order extends string>(
  resource: Resource<Item, Values, Output, Order>,
  db: Database,
  query: Values & OrderQuery<Order>,
  replaced: (columns: readonly CsvColumn[]) => readonly CsvColumn[] | Promise<readonly CsvColumn[]> = (own) => own,
): AsyncGenerator<string> {
  const own = Object.entries(resource.fields).flatMap(
    ([
      name,
      {
        options: { csv = false },
      },
    ]) => (csv === false ? [] : [{ name, value: (row: CsvRow) => row[name] ?? null }]),
  );
  const columns = await replaced(own);
  yield csvText([columns.map(({ name }) => name)]);
  for await (const items of resource.batches(db, query)) {
    const rows = items.map((item) => resource.plain(item));
    yield csvText(rows.map((row) => columns.map(({ value }) => value(row))));
  }
}
