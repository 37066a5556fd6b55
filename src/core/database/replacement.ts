import type { RawBuilder } from 'kysely';
import { HostError } from '../errors.js';
import { atomically, type SchemaChange } from './change-schema.js';
import type { Dialect, Staging } from './dialects/dialect.js';
import { createOwnedSchema } from './owned-schema.js';
import type { SchemaBuilder } from './schema.js';
import { assertFree, findInCatalog, isReplaced, isSameName } from './schema-checks.js';
import { changesSchema, type NameOf, objectsIn, textOf, usualName } from './schema-names.js';
import {
  isRecordTable,
  ownerKey,
  RECORD_OWNER,
  RECORD_TABLES,
  REPLACEMENT_OWNER,
  type RecordedObject,
  readSchema,
  writeApplied,
  writeObjects,
} from './schema-record.js';
import { type MarkerRow, replaceMarker } from './transfer/marker.js';
import type { TransferTarget } from './transfer/prepare-target.js';

/** Migration statement that must wait until its tables have their final names. */
export interface LaterStatement {
  readonly owner: string;
  readonly statement: RawBuilder<unknown>;
}

/** New tables that replace all tables created by migrations. */
export interface Replacement extends TransferTarget {
  /** Returns the name of a new table until the replacement is complete. */
  nameOf(table: string): string;
  /** Views and triggers to create after the replacement. */
  readonly later: readonly LaterStatement[];
  /**
   * Swaps the new tables in for the old ones, in one step. The next schema change drops the old ones.
   * @param marker work that remains after the swap; null for none
   */
  complete(marker: MarkerRow | null): Promise<void>;
  /** Drops the new tables and keeps the old ones. */
  discard(): Promise<void>;
}

/**
 * Starts replacing all tables created by migrations. If the server can roll back schema changes, the old tables are
 * dropped in the transaction of the change. Otherwise the new ones are filled under temporary names beside the old
 * ones; these names are recorded first, so that the next change drops what a killed process leaves behind.
 * @throws HostError 409 `database_table_taken`
 */
export async function openReplacement(change: SchemaChange, dialect: Dialect): Promise<Replacement> {
  if (dialect.staging !== null) return stage(change, dialect, dialect.staging);
  await change.drop();
  const postponed: LaterStatement[] = [];
  return {
    executor: change.executor,
    applied: new Map(),
    get objects() {
      return change.objects;
    },
    schema: (owner) => postponing(owner, change.schema(owner), postponed),
    noteApplied: change.noteApplied,
    nameOf: usualName,
    later: [],
    async complete(marker) {
      for (const { owner, statement } of postponed) await change.schema(owner).raw(statement);
      await replaceMarker(change.executor, marker);
    },
    discard: async () => undefined,
  };
}

/** Name prefixes of new tables before the replacement, and of old ones after it. */
const NEW = 'restore_new_';
const OLD = 'restore_old_';

/** Triggers would change the written rows, and views name tables that are renamed later. */
const VIEW_OR_TRIGGER =
  /^\s*create\s+(?:or\s+replace\s+)?(?:(?:algorithm|definer)\s*=\s*[^\s=]+\s+|sql\s+security\s+\w+\s+)*(?:temp(?:orary)?\s+)?(?:view|trigger)\b/i;

function postponing(owner: string, schema: SchemaBuilder, later: LaterStatement[]): SchemaBuilder {
  return {
    ...schema,
    async raw(statement) {
      const text = textOf(statement);
      // Rows come from the backup, not from the migration.
      if (!changesSchema(text)) return;
      if (VIEW_OR_TRIGGER.test(text)) later.push({ owner, statement });
      else await schema.raw(statement);
    },
  };
}

async function stage(
  change: SchemaChange,
  { inspection, rename }: Pick<Dialect, 'inspection' | 'rename'>,
  staging: Staging,
): Promise<Replacement> {
  const { executor } = change;
  const state = await readSchema(executor, inspection);
  const recorded = state.objects.filter(({ type }) => type === 'table');
  const old = recorded.filter((table) => findInCatalog(state.catalog, table) && !isReplaced(state.catalog, table));
  assertFree(state, leftovers(old, OLD), false);

  // Migrations must see the database as if the old tables did not exist.
  const isOld = (name: string): boolean => old.some((table) => isSameName(state.catalog, table.name, name));
  const catalog = {
    ...state.catalog,
    objects: state.catalog.objects.filter(({ name, table }) => !isOld(table ?? name)),
  };
  const objects = new Map<string, RecordedObject>();
  const applied = new Map<string, readonly string[]>();
  const later: LaterStatement[] = [];
  const isNew = (table: string): boolean => isRecordTable(table) || objects.has(`table ${table}`);
  const nameOf: NameOf = (table) => (isNew(table) ? `${NEW}${table}` : table);
  const ddl = staging.schema(executor, nameOf);

  async function record(changed: readonly RecordedObject[]): Promise<void> {
    const tables = changed.filter(({ type }) => type === 'table');
    const names = leftovers(tables, NEW);
    const added = names.filter((_, index) => !objects.has(`table ${tables[index]?.name}`));
    assertFree({ ...state, objects: [] }, added, false);
    if (names.length > 0) await change.record(names);
    for (const object of changed) objects.set(`${object.type} ${object.name}`, object);
  }

  async function forget(removed: readonly RecordedObject[]): Promise<void> {
    for (const { type, name } of removed) objects.delete(`${type} ${name}`);
  }

  function schema(owner: string): SchemaBuilder {
    const builder = createOwnedSchema({ catalog, objects, ddl, inspection, record, forget }, ownerKey(owner));
    const raw: SchemaBuilder['raw'] = async (statement) => {
      assertNew(textOf(statement));
      await builder.raw(statement);
    };
    return postponing(owner, { ...builder, raw }, later);
  }

  /** Rejects a statement that would change an old table. */
  function assertNew(text: string): void {
    const { altered, dropped } = objectsIn(text);
    const found = [...altered, ...dropped].find(({ type, name }) => type === 'table' && isOld(name) && !isNew(name));
    if (found) throw notCreated(found.name);
  }

  /** Describes the new tables and their indexes under their final names. */
  async function presentObjects(): Promise<RecordedObject[]> {
    const now = await inspection.catalog(executor);
    return [...objects.values()].flatMap((object): RecordedObject[] => {
      const found = object.type === 'table' ? findInCatalog(now, { ...object, name: nameOf(object.name) }) : undefined;
      if (!found) return [];
      const { name: table, owner } = object;
      const indexes = now.objects.filter(({ type, table: of }) => type === 'index' && of === found.name);
      return [
        { ...object, columns: found.columns, status: 'present' },
        ...indexes.map(({ type, name }) => ({ type, name, table, owner, columns: null, status: 'present' }) as const),
      ];
    });
  }

  return {
    executor,
    applied,
    get objects() {
      return [...objects.values()];
    },
    schema,
    async noteApplied(owner, names) {
      applied.set(ownerKey(owner), names);
    },
    nameOf,
    later,
    async complete(marker) {
      for (const table of RECORD_TABLES) {
        const columns = Object.keys(table.columns);
        await record([
          { type: 'table', name: table.name, table: null, owner: RECORD_OWNER, columns, status: 'changing' },
        ]);
        await ddl.createTable(table);
      }
      const views = state.objects.filter(({ type }) => type === 'view');
      const removed = [...leftovers(old, OLD), ...views.map((view) => ({ ...view, owner: REPLACEMENT_OWNER }))];
      const present = await presentObjects();
      await atomically(executor, async (transaction) => {
        await writeObjects(transaction, [...present, ...removed], nameOf);
        for (const [owner, names] of applied) await writeApplied(transaction, owner, names, nameOf);
        await replaceMarker(transaction, marker, nameOf);
      });
      const added = [...objects.values()].filter(({ type }) => type === 'table');
      const { stored } = inspection.names;
      await rename(executor, [
        ...old.map(({ name }) => [stored(name), stored(`${OLD}${name}`)] as const),
        ...added.map(({ name }) => [stored(nameOf(name)), stored(name)] as const),
      ]);
    },
    discard: async () => void (await change.drop(REPLACEMENT_OWNER)),
  };
}

function leftovers(tables: readonly RecordedObject[], prefix: string): RecordedObject[] {
  return tables.map((table) => ({
    ...table,
    name: `${prefix}${table.name}`,
    owner: REPLACEMENT_OWNER,
    columns: null,
    status: 'changing',
  }));
}

function notCreated(table: string): HostError {
  return new HostError(
    'backup_restore_failed',
    `A migration changes the table "${table}" before one creates it. Nothing was changed.`,
    { table },
  );
}
