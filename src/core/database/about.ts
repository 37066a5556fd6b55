import { type Kysely, sql } from 'kysely';
import { readBooks } from './books.js';
import type { Dialect } from './dialects/dialect.js';
import type { Tables } from './tables.js';

/** A database as a report shows it. */
export interface AboutDatabase {
  /** What people call the server. */
  readonly name: string;
  readonly version: string;
  /** Names of all tables. */
  readonly tables: readonly string[];
  /** Names of the applied migrations by owner; hyphens of the owner's name are underscores here. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

/** Asks the server what it is, and every owner's book of migrations what was done. */
export async function aboutDatabase(
  executor: Kysely<Tables>,
  dialect: Pick<Dialect, 'inspection' | 'name' | 'version'>,
): Promise<AboutDatabase> {
  const { rows } = await sql<{ version: string }>`select ${dialect.version} as version`.execute(executor);
  const untyped = executor as unknown as Kysely<unknown>;
  const tables = await dialect.inspection.names(untyped);
  const books = await readBooks(untyped, tables);
  return { name: dialect.name, version: rows[0]?.version ?? '', tables, migrations: Object.fromEntries(books) };
}
