import type { Kysely } from 'kysely';
import { HostError } from '../errors.js';
import { findAdoption, withAdoption } from './adoption.js';
import type { Dialect } from './dialects/dialect.js';
import { assertOneLine, migrationNeeds, type OwnedMigrations, ownersOf } from './missing-migrations.js';
import { createOwnedSchema } from './owned-schema.js';
import { referringFirst } from './references.js';
import { retry } from './retry.js';
import type { SchemaBuilder } from './schema.js';
import {
  assertFree,
  assertNotReplaced,
  assertRecord,
  assertUndamaged,
  findInCatalog,
  isReplaced,
  isSameName,
  wantedObjects,
} from './schema-checks.js';
import {
  type AppliedMigrations,
  deleteApplied,
  deleteObjects,
  hasLeftovers,
  isInCatalog,
  namesIn,
  ownerKey,
  RECORD_OWNER,
  RECORD_TABLES,
  REPLACEMENT_OWNER,
  type RecordedObject,
  readSchema,
  type SchemaState,
  writeApplied,
  writeObjects,
} from './schema-record.js';
import { assertWhole } from './transfer/marker.js';

export interface SchemaParts {
  /** Connection for schema changes: statements may take long. */
  readonly kysely: Kysely<unknown>;
  readonly dialect: Dialect;
}

export interface ChangeSchemaOptions {
  /** The change is part of a copy or restore: the database may be incomplete, and no migration runs. */
  readonly isTransfer?: boolean;
  /** Migrations that run later. In a database without a record, their names are checked before any write. */
  readonly following?: readonly OwnedMigrations[];
}

/** Schema operations available while this process holds the schema lock. */
export interface SchemaChange {
  readonly executor: Kysely<unknown>;
  readonly applied: AppliedMigrations;
  readonly objects: readonly RecordedObject[];
  /** Records objects before they are created, changed or dropped. */
  record(objects: readonly RecordedObject[]): Promise<void>;
  /** Returns a schema builder for the objects of this owner. */
  schema(owner: string): SchemaBuilder;
  noteApplied(owner: string, names: readonly string[]): Promise<void>;
  /** Drops the objects recorded for one owner, or for all, and their migration entries. @returns names of the tables */
  drop(owner?: string): Promise<readonly string[]>;
}

/** Maximum attempts to get the schema lock; on SQLite each waits 5 seconds for another process. */
const ATTEMPTS = 24;

/**
 * Runs `work` while no other process changes the schema. Checks for taken names, tables of version 0.1 and missing
 * objects before it writes. Everything `work` will create is recorded first, so that the next process can recognize
 * and complete the work of a killed one.
 * @param owners owners of the migrations that `work` applies
 */
export async function changeSchema<T>(
  { kysely, dialect }: SchemaParts,
  owners: readonly OwnedMigrations[],
  work: (change: SchemaChange) => Promise<T>,
  options: ChangeSchemaOptions = {},
): Promise<T> {
  const run = async (executor: Kysely<unknown>): Promise<T> => {
    const session = await openSession(executor, dialect, owners, options);
    if (hasLeftovers(session.change)) await dropLeftovers(session.change);
    const result = await work(session.change);
    await session.complete();
    return result;
  };
  return retry(() => dialect.locked(kysely, run), { isRetryable: dialect.isRetryable, attempts: ATTEMPTS });
}

async function openSession(
  executor: Kysely<unknown>,
  dialect: Dialect,
  owners: readonly OwnedMigrations[],
  { isTransfer = false, following = [] }: ChangeSchemaOptions,
) {
  const { inspection } = dialect;
  const stored = await readSchema(executor, inspection, ownersOf(owners));
  assertRecord(stored);
  if (!isTransfer) assertWhole(stored.marker);
  const adoption = await findAdoption(executor, inspection, stored, owners);
  const state = withAdoption(stored, adoption);
  const needs = migrationNeeds(state.applied, isTransfer ? [] : owners);
  assertOneLine(needs);
  const planned = await planOf(state, needs.missing);
  const recordTables = RECORD_TABLES.map(({ name }) => ofRecord(name));
  const later = state.hasRecord ? [] : await wantedObjects(following);
  const created = RECORD_TABLES.filter((table) => !isInCatalog(state.catalog, table));
  const names = [...created.map(({ name }) => ofRecord(name)), ...planned, ...later];
  assertFree(state, names, inspection.hasGlobalIndexNames);
  assertNotReplaced(state, owners);
  if (!isTransfer) await assertUndamaged(state, owners);

  const ddl = dialect.schema(executor);
  for (const table of created) await ddl.createTable(table);
  inspection.names.settle();
  const objects = new Map<string, RecordedObject>();
  const remember = (object: RecordedObject): void => {
    objects.set(`${object.type} ${object.name}`, object);
    inspection.names.add(namesIn([object]));
  };
  state.objects.forEach(remember);
  const isUnknown = ({ type, name }: RecordedObject): boolean => !objects.has(`${type} ${name}`);
  const added = [...recordTables, ...planned].filter(isUnknown);
  await atomically(executor, async (transaction) => {
    await writeObjects(transaction, [...adoption.objects, ...added]);
    for (const [owner, names] of adoption.applied) await writeApplied(transaction, owner, names);
  });
  added.forEach(remember);
  for (const name of adoption.histories) await ddl.drop('table', name);
  // Mutable: follows the schema during the change.
  const catalog = { ...state.catalog, objects: [...state.catalog.objects] };

  async function record(changed: readonly RecordedObject[]): Promise<void> {
    await atomically(executor, (transaction) => writeObjects(transaction, changed));
    changed.forEach(remember);
  }

  async function forget(removed: readonly RecordedObject[]): Promise<void> {
    await atomically(executor, (transaction) => deleteObjects(transaction, removed));
    for (const { type, name } of removed) objects.delete(`${type} ${name}`);
  }

  const owned = { catalog, objects, ddl, record, forget, inspection };
  const touched = new Set([RECORD_OWNER, ...owners.map(([owner]) => ownerKey(owner))]);
  const change: SchemaChange = {
    executor,
    applied: state.applied,
    get objects() {
      return [...objects.values()];
    },
    record,
    schema(owner) {
      touched.add(ownerKey(owner));
      return createOwnedSchema(owned, ownerKey(owner));
    },
    noteApplied: (owner, names) => writeApplied(executor, ownerKey(owner), names),
    async drop(owner) {
      const isOwn = (each: RecordedObject): boolean =>
        owner === undefined ? each.owner !== RECORD_OWNER : each.owner === ownerKey(owner);
      const references = await inspection.references(executor);
      const own = [...objects.values()].filter(isOwn);
      await record(own.map((object) => ({ ...object, status: 'changing' })));
      const views = own.filter(({ type }) => type === 'view').map(({ name }) => name);
      for (const name of views) await ddl.drop('view', name);
      const dropped = own.filter((object) => object.type === 'table' && !isReplaced(state.catalog, object));
      const names = dropped.map(({ name }) => name);
      const tables = referringFirst(names, references);
      for (const name of tables) await ddl.drop('table', name);
      await atomically(executor, async (transaction) => {
        await deleteObjects(transaction, own);
        await deleteApplied(transaction, owner === undefined ? undefined : ownerKey(owner));
      });
      for (const { type, name } of own) objects.delete(`${type} ${name}`);
      const removed = [...tables, ...views];
      catalog.objects = catalog.objects.filter(({ name, table }) => !removed.includes(table ?? name));
      return tables;
    },
  };

  /** Records the final state of every object that was being changed. */
  async function complete(): Promise<void> {
    // Read again because replacing all tables also replaces the record.
    const { catalog: now, objects: recorded } = await readSchema(executor, inspection);
    const changing = recorded.filter(({ owner, status }) => touched.has(owner) && status === 'changing');
    if (changing.length === 0) return;
    const present: RecordedObject[] = [];
    const removed: RecordedObject[] = [];
    for (const object of changing) {
      const found = findInCatalog(now, object);
      if (!found) removed.push(object, ...recorded.filter(({ table }) => table === object.name));
      else {
        const columns = found.type === 'index' ? null : found.columns;
        present.push({ ...object, columns, status: 'present' });
        if (found.type === 'table') present.push(...indexesOf(found.name, object.owner));
      }
    }
    await atomically(executor, async (transaction) => {
      await writeObjects(transaction, unique(present));
      await deleteObjects(transaction, removed);
    });

    function indexesOf(table: string, owner: string): RecordedObject[] {
      return now.objects
        .filter((object) => object.type === 'index' && isSameName(now, object.table ?? '', table))
        .map(({ name, type }) => ({ name, type, table, owner, columns: null, status: 'present' }));
    }
  }

  return { change, complete };
}

async function dropLeftovers(change: SchemaChange): Promise<void> {
  try {
    await change.drop(REPLACEMENT_OWNER);
  } catch (error) {
    // Leftover tables do no harm, and the doctor reports them.
    if (!(error instanceof HostError && error.code === 'database_permission_missing')) throw error;
  }
}

function unique(objects: readonly RecordedObject[]): RecordedObject[] {
  return [...new Map(objects.map((object) => [`${object.type} ${object.name}`, object])).values()];
}

function ofRecord(name: string): RecordedObject {
  return { name, type: 'table', table: null, owner: RECORD_OWNER, columns: null, status: 'changing' };
}

/** Lists the objects that missing migrations create and that are not recorded yet. */
async function planOf(state: SchemaState, missing: readonly OwnedMigrations[]): Promise<RecordedObject[]> {
  const unapplied = missing.map(([owner, migrations]): OwnedMigrations => {
    const applied = state.applied.get(ownerKey(owner)) ?? [];
    return [owner, migrations.filter(({ name }) => !applied.includes(name))];
  });
  return wantedObjects(unapplied);
}

/** Runs `work` in the current transaction, or in a new one if none is running. */
export function atomically<T>(executor: Kysely<unknown>, work: (executor: Kysely<unknown>) => Promise<T>): Promise<T> {
  return executor.isTransaction ? work(executor) : executor.transaction().execute(work);
}
