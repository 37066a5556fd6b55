import { readOwnSchema } from '../adoption.js';
import type { SchemaChange } from '../change-schema.js';
import type { Inspection, StoredTable } from '../inspection.js';
import type { MaintainedDatabase } from '../maintenance.js';
import type { OwnedMigrations } from '../missing-migrations.js';
import { type NameOf, usualName } from '../schema-names.js';
import { type AppliedMigrations, ownerKey, ownTables, RECORD_TABLES } from '../schema-record.js';
import { assertWhole } from './marker.js';
import { assertSameColumns, definitionOf, type TransferTable, transferTable } from './transfer-table.js';

/** Table of a site, with its owner. */
export interface SourceTable extends StoredTable {
  /** Null if an older backup does not record it. */
  readonly owner: string | null;
}

/** Site without its rows, from a database or a backup. */
export interface TransferSource {
  readonly tables: readonly SourceTable[];
  readonly applied: AppliedMigrations;
  readonly readAs: Inspection['readAs'];
}

/** Tables to fill, all of which exist in the target. */
export interface TransferPlan {
  readonly tables: readonly TransferTable[];
}

/**
 * Describes the tables created by migrations. Tables of other programs are listed as `foreign`.
 * @throws HostError 503 `database_copy_incomplete`, `backup_restore_incomplete`; 409 `database_adoption_failed`
 */
export async function describeSource(
  { dialect: { inspection }, executor }: Pick<MaintainedDatabase, 'dialect' | 'executor'>,
  migrations: readonly OwnedMigrations[],
): Promise<TransferSource & { readonly foreign: readonly string[] }> {
  const state = await readOwnSchema(executor, inspection, migrations);
  assertWhole(state.marker);
  const stored = await inspection.tables(executor);
  const own = ownTables(state, stored);
  const ownerOf = (name: string) =>
    state.objects.find((object) => object.type === 'table' && object.name === name)?.owner;
  const recorded = new Set([...state.objects, ...RECORD_TABLES].map(({ name }) => inspection.names.stored(name)));
  const { objects } = await inspection.everything(executor);
  const foreign = objects.filter(({ type, name }) => type === 'table' && !recorded.has(name));
  return {
    tables: own.map((table) => ({ ...table, owner: ownerOf(table.name) ?? null })),
    applied: state.applied,
    readAs: inspection.readAs,
    foreign: foreign.map(({ name }) => name),
  };
}

/** Owner of restored tables whose owner is unknown. */
const UNKNOWN_OWNER = 'unknown';

/** Schema that receives the tables of a source. */
export type TransferTarget = Pick<SchemaChange, 'applied' | 'executor' | 'noteApplied' | 'objects' | 'schema'>;

/**
 * Creates the source's tables in the target. Uses the migrations the source has applied, or the table's description
 * if no configured plugin has these migrations.
 * @param nameOf current name of a table in the target
 * @throws HostError 409 `database_table_foreign`, `database_schema_differs`, `database_table_taken`
 */
export async function prepareTarget(
  source: TransferSource,
  target: TransferTarget,
  inspection: Inspection,
  migrations: readonly OwnedMigrations[],
  nameOf: NameOf = usualName,
): Promise<TransferPlan> {
  const tables = source.tables.map(transferTable);
  const migrationsByOwner = new Map(migrations.map(([owner, list]) => [ownerKey(owner), list]));
  const order = [...migrationsByOwner.keys()].filter((owner) => source.applied.has(owner));
  for (const owner of new Set([...order, ...source.applied.keys()])) {
    const names = source.applied.get(owner) ?? [];
    const before = target.applied.get(owner) ?? [];
    for (const { name, up } of migrationsByOwner.get(owner) ?? []) {
      if (names.includes(name) && !before.includes(name)) await up(target.schema(owner));
    }
    await target.noteApplied(
      owner,
      names.filter((name) => !before.includes(name)),
    );
  }
  const present = new Set(target.objects.map(({ type, name }) => `${type} ${name}`));
  for (const table of source.tables) {
    if (present.has(`table ${table.name}`)) continue;
    await target.schema(table.owner ?? UNKNOWN_OWNER).createTable(definitionOf(table));
  }
  const readAs = { ...source.readAs, ...inspection.readAs };
  const targetTables = new Map((await inspection.tables(target.executor)).map((table) => [table.name, table]));
  for (const table of tables) assertFits(table, targetTables.get(nameOf(table.name)), readAs);
  return { tables };
}

function assertFits(table: TransferTable, stored: StoredTable | undefined, readAs: Inspection['readAs']): void {
  assertSameColumns(table, stored ? transferTable(stored) : { ...table, columns: [] }, readAs);
}
