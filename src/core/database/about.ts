import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialects/dialect.js';
import type { Tables } from './tables.js';

/** A database as a report shows it. */
export interface AboutDatabase {
  /** What people call the server. */
  readonly name: string;
  readonly version: string;
  /** Names of the applied migrations by owner; hyphens of the owner's name are underscores here. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

const MIGRATION_TABLE = /^(.+)_migration$/;

/** Asks the server what it is, and every owner's book of migrations what was done. */
export async function aboutDatabase(
  executor: Kysely<Tables>,
  dialect: Pick<Dialect, 'name' | 'version'>,
): Promise<AboutDatabase> {
  const { rows } = await sql<{ version: string }>`select ${dialect.version} as version`.execute(executor);
  const tables = await executor.introspection.getTables();
  const migrations: Record<string, string[]> = {};
  for (const { name } of tables) {
    const owner = MIGRATION_TABLE.exec(name)?.[1];
    if (owner === undefined) continue;
    const applied = await sql<{ name: string }>`select name from ${sql.table(name)} order by name`.execute(executor);
    migrations[owner] = applied.rows.map((row) => row.name);
  }
  return { name: dialect.name, version: rows[0]?.version ?? '', migrations };
}
