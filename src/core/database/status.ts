import { sql } from 'kysely';
import { bookOf, isBookTable, readBooks } from './books.js';
import type { MaintainedDatabase } from './maintenance.js';
import type { Migration } from './migrate.js';
import { countRows } from './transfer/read-rows.js';

export interface TableStatus {
  readonly table: string;
  readonly rows: number;
  /** With its indexes; null where the server does not tell. */
  readonly bytes: number | null;
}

export interface MigrationStatus {
  readonly owner: string;
  readonly migration: string;
  /** `unknown`: applied, and nobody of the configuration has it. */
  readonly status: 'applied' | 'missing' | 'unknown';
}

export interface DatabaseStatus {
  readonly server: string;
  readonly version: string;
  readonly tables: readonly TableStatus[];
  readonly migrations: readonly MigrationStatus[];
}

/** What is in a database, and how far its migrations are. */
export async function databaseStatus(
  { executor, dialect }: MaintainedDatabase,
  owners: readonly (readonly [owner: string, migrations: readonly Migration[]])[],
): Promise<DatabaseStatus> {
  const { rows } = await sql<{ version: string }>`select ${dialect.version} as version`.execute(executor);
  const stored = await dialect.inspection.tables(executor);
  const names = stored.map(({ name }) => name);
  const books = new Map(await readBooks(executor, names));
  const migrations: MigrationStatus[] = [];
  const add = (owner: string, status: MigrationStatus['status'], list: readonly string[]): void => {
    migrations.push(...list.map((migration) => ({ owner, migration, status })));
  };
  for (const [owner, list] of owners) {
    const applied = books.get(bookOf(owner)) ?? [];
    const known = list.map(({ name }) => name);
    add(
      owner,
      'applied',
      known.filter((name) => applied.includes(name)),
    );
    add(
      owner,
      'missing',
      known.filter((name) => !applied.includes(name)),
    );
    add(
      owner,
      'unknown',
      applied.filter((name) => !known.includes(name)),
    );
    books.delete(bookOf(owner));
  }
  for (const [book, applied] of books) add(book, 'unknown', applied);
  const tables: TableStatus[] = [];
  for (const { name, bytes } of stored) {
    if (!isBookTable(name, names)) tables.push({ table: name, rows: await countRows(executor, name), bytes });
  }
  return { server: dialect.name, version: rows[0]?.version ?? '', tables, migrations };
}
