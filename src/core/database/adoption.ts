import { type Kysely, sql } from 'kysely';
import { HostError } from '../errors.js';
import { type DeclaredTable, declaredSchema } from './declared.js';
import {
  describeColumn,
  type Inspection,
  isSameColumn,
  type ServerCatalog,
  type StoredTable,
  withoutDefault,
} from './inspection.js';
import { type OwnedMigrations, ownersOf } from './missing-migrations.js';
import {
  type AppliedMigrations,
  ownerKey,
  type RecordedObject,
  readSchema,
  type SchemaState,
} from './schema-record.js';

/** Tables created by version 0.1 that are not recorded yet. */
export interface Adoption {
  readonly objects: readonly RecordedObject[];
  readonly applied: AppliedMigrations;
  /** Tables in which version 0.1 stored the applied migrations of each owner. */
  readonly histories: readonly string[];
}

const HISTORY = 'name,timestamp';
const HISTORY_LOCK = 'id,is_locked';

/** Names of the two tables in which version 0.1 stored an owner's applied migrations. */
function historyTables(owner: string): readonly [history: string, lock: string] {
  return [`${ownerKey(owner)}_migration`, `${ownerKey(owner)}_migration_lock`];
}

/** Whether version 0.1 created tables for this owner. */
export function hasHistory({ objects }: ServerCatalog, owner: string): boolean {
  const columnsOf = (name: string): string | undefined =>
    objects
      .find((object) => object.type === 'table' && object.name === name)
      ?.columns.toSorted()
      .join();
  const [history, lock] = historyTables(owner);
  return columnsOf(history) === HISTORY && columnsOf(lock) === HISTORY_LOCK;
}

/**
 * Finds the tables that version 0.1 created for these owners. Read-only.
 * @throws HostError 409 `database_adoption_failed` when a table differs from what its migrations would have created
 */
export async function findAdoption(
  executor: Kysely<unknown>,
  inspection: Inspection,
  state: SchemaState,
  owners: readonly OwnedMigrations[],
): Promise<Adoption> {
  const found = owners.filter(([owner]) => {
    const isRecorded =
      state.applied.has(ownerKey(owner)) || state.objects.some((object) => object.owner === ownerKey(owner));
    return !isRecorded && hasHistory(state.catalog, owner);
  });
  if (found.length === 0) return { objects: [], applied: new Map(), histories: [] };
  const applied = new Map<string, readonly string[]>();
  const stored = new Map((await inspection.tables(executor)).map((table) => [table.name, table]));
  const objects: RecordedObject[] = [];
  const differences: string[] = [];
  for (const [owner, migrations] of found) {
    const names = await readHistory(executor, owner);
    applied.set(ownerKey(owner), names);
    const isNewer = names.some((name) => !migrations.some((migration) => migration.name === name));
    const adopted = await compare(ownerKey(owner), migrations, names, { stored, state, inspection, isNewer });
    objects.push(...adopted.objects);
    differences.push(...adopted.differences);
  }
  if (differences.length > 0) throw adoptionFailed(differences);
  return { objects, applied, histories: found.flatMap(([owner]) => historyTables(owner)) };
}

async function readHistory(executor: Kysely<unknown>, owner: string): Promise<readonly string[]> {
  const [history] = historyTables(owner);
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(history)} order by name`.execute(executor);
  return rows.map(({ name }) => name);
}

/**
 * Reads a schema for read-only tools, which treat tables of version 0.1 as recorded.
 * @throws HostError 409 `database_adoption_failed`
 */
export async function readOwnSchema(
  executor: Kysely<unknown>,
  inspection: Inspection,
  owners: readonly OwnedMigrations[],
): Promise<SchemaState> {
  const state = await readSchema(executor, inspection, ownersOf(owners));
  return withAdoption(state, await findAdoption(executor, inspection, state, owners));
}

export function withAdoption(state: SchemaState, { objects, applied }: Adoption): SchemaState {
  return {
    ...state,
    objects: [...state.objects, ...objects],
    applied: new Map([...state.applied, ...applied]),
  };
}

interface Comparison {
  readonly stored: ReadonlyMap<string, StoredTable>;
  readonly state: SchemaState;
  readonly inspection: Inspection;
  /** Whether a newer release migrated the database, so it may have columns unknown to this release. */
  readonly isNewer: boolean;
}

async function compare(
  owner: string,
  migrations: OwnedMigrations[1],
  applied: readonly string[],
  { stored, state, inspection, isNewer }: Comparison,
): Promise<{ objects: RecordedObject[]; differences: string[] }> {
  const declared = await declaredSchema(migrations.filter(({ name }) => applied.includes(name)));
  const coming = await declaredSchema(migrations.filter(({ name }) => !applied.includes(name)));
  const isComing = (column: string): boolean => coming.isAdded(column);
  const objects: RecordedObject[] = [];
  const differences: string[] = [];
  for (const { type, name, table } of declared.created) {
    const found = state.catalog.objects.find((object) => object.type === type && object.name === name);
    if (found) {
      const columns = type === 'index' ? null : found.columns;
      objects.push({ type, name, table, owner, columns, status: 'present' });
    } else if (type !== 'index') differences.push(`${type} "${name}" is missing`);
  }
  for (const table of declared.tables.values()) {
    const found = stored.get(table.name);
    if (!found || declared.isUncertain(table.name)) continue;
    differences.push(...columnDifferences(table, found, { isComing, isNewer, readAs: inspection.readAs }));
  }
  return { objects, differences };
}

function columnDifferences(
  table: DeclaredTable,
  stored: StoredTable,
  {
    isComing,
    isNewer,
    readAs,
  }: {
    readonly isComing: (column: string) => boolean;
    readonly isNewer: boolean;
    readonly readAs: Inspection['readAs'];
  },
): string[] {
  const differences: string[] = [];
  for (const [name, declared] of table.columns) {
    const definition = withoutDefault(declared);
    const column = `${table.name}.${name}`;
    const found = stored.columns.find((column) => column.name === name);
    // A release declares the whole table and adds newer columns to existing databases in a later migration.
    if (!found && isComing(column)) continue;
    if (!found) differences.push(`column "${column}" is missing`);
    else if (!found.definition || !isSameColumn(definition, withoutDefault(found.definition), readAs)) {
      differences.push(`column "${column}" is ${found.type} instead of ${describeColumn(definition)}`);
    }
  }
  if (isNewer) return differences;
  const extra = stored.columns.filter(({ name }) => !table.columns.has(name) && !isComing(`${table.name}.${name}`));
  return [...differences, ...extra.map(({ name }) => `column "${table.name}.${name}" is not one of Mortise`)];
}

/** Maximum number of differences listed in a message. */
const MAX_LISTED_DIFFERENCES = 10;

function adoptionFailed(differences: readonly string[]): HostError {
  const more =
    differences.length > MAX_LISTED_DIFFERENCES ? `, and ${differences.length - MAX_LISTED_DIFFERENCES} more` : '';
  return new HostError(
    'database_adoption_failed',
    `Version 0.1 created the database, but its tables were changed since: ${differences.slice(0, MAX_LISTED_DIFFERENCES).join(', ')}${more}. Nothing was changed. Undo these changes, or use a separate database for Mortise.`,
    { status: 409, differences },
  );
}
