import { sql } from 'kysely';
import { readOwnSchema } from './adoption.js';
import type { MaintainedDatabase } from './maintenance.js';
import type { Migration } from './migrate.js';
import { ownerKey, ownTables } from './schema-record.js';
import { countRows } from './transfer/read-rows.js';

export interface TableStatus {
  readonly table: string;
  readonly rows: number;
  /** Size including indexes; null if the server does not report it. */
  readonly bytes: number | null;
}

export interface MigrationStatus {
  readonly owner: string;
  readonly migration: string;
  /** `unknown`: applied, but not part of the configuration. */
  readonly status: 'applied' | 'missing' | 'unknown';
}

export interface DatabaseStatus {
  readonly server: string;
  readonly version: string;
  /** Prefix of the stored table names. */
  readonly prefix: string;
  readonly tables: readonly TableStatus[];
  readonly migrations: readonly MigrationStatus[];
}

/** Reads the sizes of the Mortise tables in a database, and the status of its migrations. */
export async function databaseStatus(
  { executor, dialect }: MaintainedDatabase,
  owners: readonly (readonly [owner: string, migrations: readonly Migration[]])[],
): Promise<DatabaseStatus> {
  const { rows } = await sql<{ version: string }>`select ${dialect.version} as version`.execute(executor);
  const state = await readOwnSchema(executor, dialect.inspection, owners);
  const remaining = new Map(state.applied);
  const migrations: MigrationStatus[] = [];
  const add = (owner: string, status: MigrationStatus['status'], list: readonly string[]): void => {
    migrations.push(...list.map((migration) => ({ owner, migration, status })));
  };
  for (const [owner, list] of owners) {
    const applied = remaining.get(ownerKey(owner)) ?? [];
    const names = list.map(({ name }) => name);
    add(
      owner,
      'applied',
      names.filter((name) => applied.includes(name)),
    );
    add(
      owner,
      'missing',
      names.filter((name) => !applied.includes(name)),
    );
    add(
      owner,
      'unknown',
      applied.filter((name) => !names.includes(name)),
    );
    remaining.delete(ownerKey(owner));
  }
  for (const [owner, applied] of remaining) add(owner, 'unknown', applied);
  const tables: TableStatus[] = [];
  for (const { name, bytes } of ownTables(state, await dialect.inspection.tables(executor))) {
    tables.push({ table: name, rows: await countRows(executor, name), bytes });
  }
  return { server: dialect.name, version: rows[0]?.version ?? '', prefix: state.catalog.prefix, tables, migrations };
}
