import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialects/dialect.js';
import type { Tables } from './names.js';
import { ownTables, readSchema } from './schema-record.js';

/** Server and schema summary of a database, for reports. */
export interface AboutDatabase {
  /** Product name of the server, for display. */
  readonly name: string;
  readonly version: string;
  /** Names of the tables that migrations created. */
  readonly tables: readonly string[];
  /** Names of the applied migrations by owner; hyphens in the owner's name are replaced by underscores. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

/** Reads the server version and the tables and migrations recorded in the database. */
export async function aboutDatabase(
  executor: Kysely<Tables>,
  dialect: Pick<Dialect, 'inspection' | 'name' | 'version'>,
): Promise<AboutDatabase> {
  const { rows } = await sql<{ version: string }>`select ${dialect.version} as version`.execute(executor);
  const untyped = executor as unknown as Kysely<unknown>;
  const state = await readSchema(untyped, dialect.inspection);
  const tables = ownTables(state, state.catalog.objects).map(({ name }) => name);
  const migrations = Object.fromEntries(state.applied);
  return { name: dialect.name, version: rows[0]?.version ?? '', tables: tables.toSorted(), migrations };
}
