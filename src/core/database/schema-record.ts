import { type Kysely, sql } from 'kysely';
import { json } from './codec.js';
import type { Catalog, Inspection, ObjectType, ServerCatalog } from './inspection.js';
import { type NamedObject, type NameOf, usualName } from './schema-names.js';
import { column, defineTable, type TableDefinition } from './tables.js';
import { type Marker, markerTable, readMarker } from './transfer/marker.js';

/** Tables, views and indexes created by migrations. Nothing outside this list is ever changed, copied or dropped. */
const objectsTable = defineTable(
  'schema_objects',
  {
    name: column.key(64),
    type: column.key(8),
    /** Core part or plugin, as {@link ownerKey} returns it. */
    owner: column.key(40),
    /** Table that an index belongs to. */
    table_name: column.key(64).nullable(),
    /** JSON array of the columns of a table or view. */
    columns: column.json().nullable(),
    status: column.key(8),
  },
  { primaryKey: ['type', 'name'], indexes: [['owner']] },
);

/** Applied migrations. */
const migrationsTable = defineTable(
  'schema_migrations',
  { owner: column.key(40), name: column.key(191), applied_at: column.key(30) },
  { primaryKey: ['owner', 'name'] },
);

/** Tables of the record itself. `objectsTable` is created last, so if it exists the others do too. */
export const RECORD_TABLES = [markerTable, migrationsTable, objectsTable] as const;

const RECORD_NAMES: readonly string[] = RECORD_TABLES.map(({ name }) => name);

/** Whether a table belongs to the record itself. */
export function isRecordTable(name: string): boolean {
  return RECORD_NAMES.includes(name);
}

/** Owner of the record's own tables. */
export const RECORD_OWNER = 'schema';

/** Owner of tables that a restore is filling or has replaced. No plugin can have this name. */
export const REPLACEMENT_OWNER = '_replacement';

/** Whether a killed restore left tables behind. */
export function hasLeftovers({ objects }: Pick<SchemaState, 'objects'>): boolean {
  return objects.some(({ owner }) => owner === REPLACEMENT_OWNER);
}

export interface RecordedObject extends NamedObject {
  readonly owner: string;
  /** Columns of a table or view, including those being added; null if a raw statement changes them. */
  readonly columns: readonly string[] | null;
  /**
   * Progress of the last change. `changing` is written before a statement that creates, changes or drops the object,
   * `present` when the run is complete. A start that finds `changing` completes a killed run.
   */
  readonly status: 'changing' | 'present';
}

/** Names of the applied migrations by owner, as {@link ownerKey} returns it. */
export type AppliedMigrations = ReadonlyMap<string, readonly string[]>;

/** Actual objects of a database, and the recorded effects of migrations. */
export interface SchemaState {
  readonly catalog: Catalog;
  /** False in a database that no migration has touched since version 0.1. */
  readonly hasRecord: boolean;
  /** Record tables that are missing although the last one exists. */
  readonly lostRecord: readonly string[];
  readonly objects: readonly RecordedObject[];
  readonly applied: AppliedMigrations;
  /** Copy or restore that did not finish. */
  readonly marker: Marker | null;
}

/** Returns the owner's name as stored in tables. */
export function ownerKey(owner: string): string {
  return owner.replaceAll('-', '_');
}

/**
 * Reads the catalog and the record with one statement each.
 * @param owners owners whose tables of version 0.1 may be in the database
 * @throws HostError 409 `database_prefix_differs`
 */
export async function readSchema(
  executor: Kysely<unknown>,
  inspection: Inspection,
  owners: readonly string[] = [],
): Promise<SchemaState> {
  const catalog = await inspection.catalog(executor, owners);
  const missing = RECORD_TABLES.filter((table) => !isInCatalog(catalog, table));
  if (missing.length > 0) {
    if (catalog.isPrefixStored) inspection.names.settle();
    const marker = missing.includes(markerTable) ? null : await readMarker(executor);
    const lostRecord = missing.includes(objectsTable) ? [] : missing.map(({ name }) => name);
    return { catalog, hasRecord: false, lostRecord, objects: [], applied: new Map(), marker };
  }
  const { rows } = await sql<RecordRow>`
    select owner, type, name, table_name, columns, status from ${sql.table(objectsTable.name)}
    union all select owner, 'applied', name, null, null, null from ${sql.table(migrationsTable.name)}
    union all select kind, 'marker', run, null, null, null from ${sql.table(markerTable.name)}`.execute(executor);
  const applied = new Map<string, string[]>();
  const objects: RecordedObject[] = [];
  for (const { owner, type, name, table_name: table, columns, status } of rows) {
    if (type === 'applied') applied.set(owner, [...(applied.get(owner) ?? []), name]);
    else if (type !== 'marker') {
      objects.push({ name, type, owner, table, columns: columnsOf(columns), status: status ?? 'present' });
    }
  }
  for (const names of applied.values()) names.sort();
  inspection.names.add(namesIn(objects));
  inspection.names.settle();
  const marker = rows.some(({ type }) => type === 'marker') ? await readMarker(executor) : null;
  return { catalog, hasRecord: true, lostRecord: [], objects, applied, marker };
}

/** Returns the names of tables and views, which queries may use. */
export function namesIn(objects: readonly NamedObject[]): string[] {
  return objects.filter(({ type }) => type !== 'index').map(({ name }) => name);
}

interface RecordRow {
  readonly owner: string;
  readonly type: ObjectType | 'applied' | 'marker';
  readonly name: string;
  readonly table_name: string | null;
  readonly columns: string | null;
  readonly status: RecordedObject['status'] | null;
}

function columnsOf(text: string | null): readonly string[] | null {
  return text === null ? null : (json.decode(text) as readonly string[]);
}

/**
 * Whether a database has this record table, and not another program's table with the same name.
 * @param prefix prefix of the names in the catalog
 */
export function isInCatalog(catalog: ServerCatalog, { name, columns }: TableDefinition, prefix = ''): boolean {
  const found = catalog.objects.find((object) => object.type === 'table' && object.name === `${prefix}${name}`);
  return found !== undefined && Object.keys(columns).every((column) => found.columns.includes(column));
}

/** Returns the tables created by migrations, without the record itself and unfinished restores. */
export function ownTables<Table extends { readonly name: string }>(
  { objects }: Pick<SchemaState, 'objects'>,
  tables: readonly Table[],
): Table[] {
  const own = objects.filter(({ type, owner }) => type === 'table' && owner !== REPLACEMENT_OWNER);
  const names = new Set(own.map(({ name }) => name));
  return tables.filter(({ name }) => names.has(name) && !isRecordTable(name));
}

/**
 * Inserts or updates objects in the record.
 * @param nameOf name of the record's table while a restore fills it
 */
export async function writeObjects(
  executor: Kysely<unknown>,
  objects: readonly RecordedObject[],
  nameOf: NameOf = usualName,
): Promise<void> {
  for (let start = 0; start < objects.length; start += ROWS_PER_STATEMENT) {
    const some = objects.slice(start, start + ROWS_PER_STATEMENT);
    await deleteObjects(executor, some, nameOf);
    const rows = some.map(
      ({ name, type, owner, table, columns, status }) =>
        sql`(${name}, ${type}, ${owner}, ${table}, ${columns === null ? null : json.encode([...columns])}, ${status})`,
    );
    await sql`
      insert into ${sql.table(nameOf(objectsTable.name))} (name, type, owner, table_name, columns, status)
      values ${sql.join(rows)}`.execute(executor);
  }
}

const ROWS_PER_STATEMENT = 100;

/** Deletes objects from the record. */
export async function deleteObjects(
  executor: Kysely<unknown>,
  objects: readonly Pick<RecordedObject, 'name' | 'type'>[],
  nameOf: NameOf = usualName,
): Promise<void> {
  for (const type of new Set(objects.map((object) => object.type))) {
    const names = objects.filter((object) => object.type === type).map(({ name }) => name);
    for (let start = 0; start < names.length; start += ROWS_PER_STATEMENT) {
      await sql`
        delete from ${sql.table(nameOf(objectsTable.name))}
        where type = ${type} and name in (${sql.join(names.slice(start, start + ROWS_PER_STATEMENT))})`.execute(
        executor,
      );
    }
  }
}

/** Records migrations as applied. */
export async function writeApplied(
  executor: Kysely<unknown>,
  owner: string,
  names: readonly string[],
  nameOf: NameOf = usualName,
): Promise<void> {
  const now = new Date().toISOString();
  for (const name of names) {
    await sql`
      insert into ${sql.table(nameOf(migrationsTable.name))} (owner, name, applied_at)
      values (${owner}, ${name}, ${now})`.execute(executor);
  }
}

/** Deletes the migration entries of one owner, or of all. */
export async function deleteApplied(executor: Kysely<unknown>, owner?: string): Promise<void> {
  const condition = owner === undefined ? sql`` : sql`where owner = ${owner}`;
  await sql`delete from ${sql.table(migrationsTable.name)} ${condition}`.execute(executor);
}
