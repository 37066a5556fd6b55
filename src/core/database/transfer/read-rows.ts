import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HostError } from '../../errors.js';
import type { ColumnDefinition } from '../column.js';
import type { TransferRow, TransferTable, TransferValue } from './transfer-table.js';

/** Maximum rows per batch, and bytes of their texts; a single row may be larger. */
const BATCH_ROWS = 1000;
const BATCH_BYTES = 4_000_000;
/** Alias for the byte length of a row's texts; no column can have this name. */
const OCTETS = 'octets ';

type StoredRow = Readonly<Record<string, unknown>>;

/**
 * Reads a table in primary key order, in batches of bounded size. Run it in a snapshot, so that the batches are
 * consistent.
 * @throws HostError `database_text_unreadable` for text that the server cannot return as stored
 */
export async function* readRows(
  executor: Kysely<unknown>,
  table: TransferTable,
): AsyncGenerator<readonly TransferRow[]> {
  const hasLongTexts = table.columns.some(({ definition: { kind } }) => kind === 'text' || kind === 'json');
  let last: TransferRow | null = null;
  for (;;) {
    const limit: number = hasLongTexts ? await rowsThatFit(executor, table, last) : BATCH_ROWS;
    if (limit === 0) return;
    const rows: TransferRow[] = (await select(executor, table, columnsOf(table), last, limit)).map((row) =>
      toTransferRow(table, row),
    );
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (last === null || (!hasLongTexts && rows.length < limit)) return;
  }
}

export async function countRows(executor: Kysely<unknown>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(executor);
  return Number(rows[0]?.count ?? 0);
}

async function rowsThatFit(executor: Kysely<unknown>, table: TransferTable, last: TransferRow | null): Promise<number> {
  const sizes = await select(executor, table, octetsOf(table), last, BATCH_ROWS);
  let bytes = 0;
  const fitting = sizes.findIndex((row) => {
    bytes += Number(row[OCTETS]);
    return bytes > BATCH_BYTES;
  });
  return fitting < 0 ? sizes.length : Math.max(1, fitting);
}

async function select(
  executor: Kysely<unknown>,
  table: TransferTable,
  columns: RawBuilder<unknown>,
  last: TransferRow | null,
  limit: number,
): Promise<readonly StoredRow[]> {
  const order = sql.join(table.primaryKey.map((name) => column(table, name)));
  const { rows } = await sql<StoredRow>`
    select ${columns} from ${sql.table(table.name)} ${last ? sql`where ${after(table, last)}` : sql``}
    order by ${order} limit ${sql.lit(limit)}`.execute(executor);
  return rows;
}

/** Builds the condition for rows after `last`: `a > 1 or (a = 1 and b > 2)`. */
function after(table: TransferTable, last: TransferRow): RawBuilder<unknown> {
  const alternatives = table.primaryKey.map((name, index) => {
    const uniqueColumns = table.primaryKey
      .slice(0, index)
      .map((before) => sql`${column(table, before)} = ${value(last[before])}`);
    return sql`(${sql.join([...uniqueColumns, sql`${column(table, name)} > ${value(last[name])}`], sql` and `)})`;
  });
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** Inlines digits beyond 2^53 as a number, so that they compare as numbers. */
function value(key: TransferValue | undefined): RawBuilder<unknown> {
  return typeof key === 'string' && isLargeInteger(key) ? sql.raw(key) : sql`${key ?? null}`;
}

function isLargeInteger(text: string): boolean {
  return /^-?\d{16,19}$/.test(text) && !Number.isSafeInteger(Number(text));
}

/** Qualifies the column: in `order by` an alias would win and sort numbers as text. */
function column(table: TransferTable, name: string): RawBuilder<unknown> {
  return sql.ref(`${table.name}.${name}`);
}

/** Selects whole numbers as digits, because drivers return numbers that are exact only up to 2^53. */
function columnsOf(table: TransferTable): RawBuilder<unknown> {
  const values = table.columns.map(({ name, definition }) =>
    isInteger(definition)
      ? sql`cast(${column(table, name)} as char) as ${sql.ref(name)}`
      : sql`${column(table, name)} as ${sql.ref(name)}`,
  );
  return sql.join([...values, octetsOf(table)]);
}

function octetsOf(table: TransferTable): RawBuilder<unknown> {
  const lengths = texts(table).map((name) => sql`coalesce(octet_length(${column(table, name)}), 0)`);
  return sql`${sql.join([...lengths, sql.lit(0)], sql` + `)} as ${sql.ref(OCTETS)}`;
}

function texts({ columns }: TransferTable): string[] {
  return columns.filter(({ definition }) => isText(definition)).map(({ name }) => name);
}

function isText({ kind }: ColumnDefinition): boolean {
  return kind === 'key' || kind === 'string' || kind === 'text' || kind === 'json';
}

function isInteger(definition: ColumnDefinition): boolean {
  return !isText(definition) && definition.kind !== 'datetime';
}

function toTransferRow(table: TransferTable, row: StoredRow): TransferRow {
  const entries = table.columns.map(({ name, definition }): [string, TransferValue] => {
    const stored = row[name];
    if (stored === null || stored === undefined) return [name, null];
    if (!isInteger(definition)) return [name, String(stored)];
    const number = Number(stored);
    return [name, Number.isSafeInteger(number) ? number : String(stored)];
  });
  const transferred = Object.fromEntries(entries);
  const read = texts(table).reduce((sum, name) => sum + Buffer.byteLength(String(transferred[name] ?? '')), 0);
  if (read === Number(row[OCTETS])) return transferred;
  const key = Object.fromEntries(table.primaryKey.map((name) => [name, transferred[name]]));
  throw new HostError(
    'database_text_unreadable',
    `A text in "${table.name}" contains a NUL character or is not UTF-8. Correct the row ${JSON.stringify(key)}.`,
    { table: table.name, key },
  );
}
