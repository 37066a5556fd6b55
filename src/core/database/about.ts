import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialects/dialect.js';
import { ownTables, readSchema } from './schema-record.js';
import type { Tables } from './tables.js';

/** A database as a report shows it. */
export interface AboutDatabase {
  /** What people call the server. */
  readonly name: string;
  readonly version: string;
  /** Names of the tables that migrations made. */
  readonly tables: readonly string[];
  /** Names of the applied migrations by owner; hyphens of the owner's name are underscores here. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

/** Asks the server what it is, and reads what migrations did. */
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
