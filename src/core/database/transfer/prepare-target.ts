import { type Books, bookOf, isBookTable, readBooks, writeBook } from '../books.js';
import type { Inspection, StoredTable } from '../inspection.js';
import type { MaintainedDatabase } from '../maintenance.js';
import type { Migration } from '../migrate.js';
import { MARKER_TABLE } from './marker.js';
import { assertSameColumns, definitionOf, type TransferTable, transferTable } from './transfer-table.js';

/** What a site is before its rows: where it comes from may be a database or a file. */
export interface TransferSource {
  /** All but the books of migrations and the mark of a transfer. */
  readonly tables: readonly StoredTable[];
  /** What has been applied. */
  readonly books: Books;
  readonly readAs: Inspection['readAs'];
}

/** What is transferred, once the target has a place for all of it. */
export interface TransferPlan {
  readonly tables: readonly TransferTable[];
}

export async function describeSource({ dialect, executor }: MaintainedDatabase): Promise<TransferSource> {
  const { inspection } = dialect;
  const all = await inspection.tables(executor);
  const names = all.map(({ name }) => name);
  const tables = all.filter(({ name }) => name !== MARKER_TABLE && !isBookTable(name, names));
  return { tables, books: await readBooks(executor, names), readAs: inspection.readAs };
}

/**
 * Gives the target the tables of the source: by the same migrations that the source has had, and where nobody has the
 * migrations any more by what the tables look like. What has been applied is in the target's books afterwards.
 * @throws HostError 409 `database_table_foreign`, `database_schema_differs`
 */
export async function prepareTarget(
  source: TransferSource,
  target: MaintainedDatabase,
  migrations: readonly (readonly [owner: string, migrations: readonly Migration[]])[],
): Promise<TransferPlan> {
  const tables = source.tables.map(transferTable);
  await repeatMigrations(source.books, target, migrations);
  const schema = target.dialect.schema(target.executor);
  const present = new Set(await target.dialect.inspection.names(target.executor));
  for (const table of source.tables) if (!present.has(table.name)) await schema.createTable(definitionOf(table));
  const readAs = { ...source.readAs, ...target.dialect.inspection.readAs };
  const there = new Map((await describeSource(target)).tables.map((table) => [table.name, table]));
  for (const table of tables) assertFits(table, there.get(table.name), readAs);
  return { tables };
}

async function repeatMigrations(
  applied: Books,
  target: MaintainedDatabase,
  migrations: readonly (readonly [owner: string, migrations: readonly Migration[]])[],
): Promise<void> {
  const known = new Map(migrations.map(([owner, list]) => [bookOf(owner), list]));
  const order = [...known.keys()].filter((book) => applied.has(book));
  for (const book of new Set([...order, ...applied.keys()])) {
    const names = applied.get(book) ?? [];
    const list = (known.get(book) ?? []).filter(({ name }) => names.includes(name));
    const before = await bookIn(target, book);
    // A run with nothing to do makes the book; one with migrations that nobody has any more must not be run again.
    if (before === null || list.some(({ name }) => !before.includes(name))) await target.migrate(book, list);
    const written = (await bookIn(target, book)) ?? [];
    await writeBook(
      target.executor,
      book,
      names.filter((name) => !written.includes(name)),
    );
  }
}

async function bookIn({ executor, dialect }: MaintainedDatabase, book: string): Promise<readonly string[] | null> {
  return (await readBooks(executor, await dialect.inspection.names(executor))).get(book) ?? null;
}

function assertFits(table: TransferTable, stored: StoredTable | undefined, readAs: Inspection['readAs']): void {
  assertSameColumns(table, stored ? transferTable(stored) : { ...table, columns: [] }, readAs);
}
