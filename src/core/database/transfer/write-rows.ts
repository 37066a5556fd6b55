import { type Kysely, sql } from 'kysely';
import { columnList } from '../dialects/table-sql.js';
import type { MaintainedDatabase } from '../maintenance.js';
import type { TransferRow, TransferTable } from './transfer-table.js';

/** Limits of one statement that every server accepts with default settings, unless a single row is larger. */
const STATEMENT_BYTES = 1_000_000;
const STATEMENT_VALUES = 20_000;

/** Inserts rows unchanged, ids included, in one transaction. */
export async function writeRows(
  { transaction }: Pick<MaintainedDatabase, 'transaction'>,
  table: TransferTable,
  rows: readonly TransferRow[],
): Promise<void> {
  await transaction(async (executor) => {
    for (const part of statements(table, rows)) await insert(executor, table, part);
  });
}

export async function emptyTable(executor: Kysely<unknown>, table: string): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(executor);
}

function* statements(table: TransferTable, rows: readonly TransferRow[]): Generator<readonly TransferRow[]> {
  let part: TransferRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0);
    const isFull = bytes + size > STATEMENT_BYTES || (part.length + 1) * table.columns.length > STATEMENT_VALUES;
    if (isFull && part.length > 0) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

async function insert(executor: Kysely<unknown>, table: TransferTable, rows: readonly TransferRow[]): Promise<void> {
  const names = table.columns.map(({ name }) => name);
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name] ?? null))})`);
  await sql`insert into ${sql.table(table.name)} (${columnList(names)}) values ${sql.join(values)}`.execute(executor);
}
