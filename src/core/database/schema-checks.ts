import { HostError } from '../errors.js';
import { groupBy } from '../group-by.js';
import { type DeclaredSchema, declaredSchema } from './declared.js';
import type { Catalog, CatalogObject, ObjectType, ServerCatalog } from './inspection.js';
import type { OwnedMigrations } from './missing-migrations.js';
import type { NamedObject } from './schema-names.js';
import { ownerKey, type RecordedObject, type SchemaState } from './schema-record.js';

/** Whether the server treats two names as the same table. */
export function isSameName({ foldsCase }: Pick<ServerCatalog, 'foldsCase'>, one: string, other: string): boolean {
  return one === other || (foldsCase && one.toLowerCase() === other.toLowerCase());
}

/** Objects by {@link lookupKey}, cached per list. */
const lookups = new WeakMap<Catalog['objects'], ReadonlyMap<string, readonly CatalogObject[]>>();

/** Tables and views share a namespace; indexes have their own. */
function lookupKey({ foldsCase }: Pick<ServerCatalog, 'foldsCase'>, type: ObjectType, name: string): string {
  return `${type === 'index' ? 'index' : 'table'} ${foldsCase ? name.toLowerCase() : name}`;
}

/** Finds a table or view, or an index on its table. */
export function findInCatalog(catalog: Catalog, { type, name, table }: NamedObject): CatalogObject | undefined {
  const cached = lookups.get(catalog.objects);
  const lookup = cached ?? groupBy(catalog.objects, (object) => lookupKey(catalog, object.type, object.name));
  if (!cached) lookups.set(catalog.objects, lookup);
  const found = lookup.get(lookupKey(catalog, type, name)) ?? [];
  return type !== 'index' || table === null
    ? found[0]
    : found.find((object) => isSameName(catalog, object.table ?? '', table));
}

/**
 * Finds created objects and columns that are missing, each as a phrase such as `column "mortise_posts.title"`. Indexes that
 * are not unique only affect speed and are left to the doctor.
 */
async function findDamage({ catalog, objects }: SchemaState, owners: readonly OwnedMigrations[]): Promise<string[]> {
  const keys = owners.map(([owner]) => ownerKey(owner));
  const missing: string[] = [];
  const present = objects.filter(({ owner, status }) => keys.includes(owner) && status === 'present');
  const removed = new Set<string>();
  let declared: DeclaredSchema | undefined;
  for (const object of present) {
    const found = findInCatalog(catalog, object);
    if (!found) removed.add(object.name);
    // Indexes of a missing table are not listed separately.
    if (!found && (object.type !== 'index' || (!isGone(object.table ?? '') && (await isUnique(object.name))))) {
      missing.push(`${object.type} "${object.type === 'index' ? '' : catalog.prefix}${object.name}"`);
    }
    if (!found || object.columns === null) continue;
    for (const column of object.columns) {
      if (!found.columns.includes(column)) missing.push(`column "${catalog.prefix}${object.name}.${column}"`);
    }
  }
  return missing;

  async function isUnique(index: string): Promise<boolean> {
    declared ??= await declaredSchema(owners.flatMap(([, migrations]) => migrations));
    return declared.isUniqueIndex(index);
  }

  function isGone(table: string): boolean {
    return removed.has(table) || !findInCatalog(catalog, { type: 'table', name: table, table: null });
  }
}

/** Whether these owners' schema is incomplete or being changed, and so must be checked under the lock. */
export async function isDamaged(state: SchemaState, owners: readonly OwnedMigrations[]): Promise<boolean> {
  const keys = owners.map(([owner]) => ownerKey(owner));
  return (
    state.objects.some(({ owner, status }) => keys.includes(owner) && status === 'changing') ||
    (await findDamage(state, owners)).length > 0
  );
}

/** Maximum number of names listed in a message. */
const MAX_LISTED_NAMES = 12;

function listed(names: readonly string[]): string {
  const more = names.length > MAX_LISTED_NAMES ? `, and ${names.length - MAX_LISTED_NAMES} more` : '';
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + more;
}

/** @throws HostError `database_schema_damaged` when the record itself is incomplete */
export function assertRecord({ lostRecord, catalog }: SchemaState): void {
  if (lostRecord.length > 0) throw damaged(lostRecord.map((name) => `table "${catalog.prefix}${name}"`));
}

/** @throws HostError `database_schema_damaged` */
export async function assertUndamaged(state: SchemaState, owners: readonly OwnedMigrations[]): Promise<void> {
  const missing = await findDamage(state, owners);
  if (missing.length > 0) throw damaged(missing);
}

function damaged(missing: readonly string[]): HostError {
  return new HostError(
    'database_schema_damaged',
    `Parts of the Mortise schema are missing: ${listed(missing)}. Restore a backup, or recreate them as "mortise db doctor" describes. If a schema tool removed them (drizzle-kit push, prisma db push), exclude the Mortise tables from it.`,
    { missing },
  );
}

/** Lists the objects that these migrations create, with their owners. */
export async function wantedObjects(owners: readonly OwnedMigrations[]): Promise<RecordedObject[]> {
  const expected: RecordedObject[] = [];
  for (const [owner, migrations] of owners) {
    const { created, tables } = await declaredSchema(migrations);
    for (const object of created) {
      const columns = object.type === 'table' ? tables.get(object.name)?.columns.keys() : undefined;
      expected.push({ ...object, owner: ownerKey(owner), columns: columns ? [...columns] : null, status: 'changing' });
    }
  }
  return expected;
}

/**
 * Whether another program created a table that was only planned. True if it has an unplanned column: our process was
 * killed just before it could create the table.
 */
export function isReplaced(catalog: Catalog, object: RecordedObject): boolean {
  const { type, status, columns } = object;
  if (type !== 'table' || status !== 'changing' || columns === null) return false;
  const found = findInCatalog(catalog, object);
  return found !== undefined && (found.type !== 'table' || found.columns.some((column) => !columns.includes(column)));
}

/** @throws HostError 409 `database_table_taken` */
export function assertNotReplaced({ catalog, objects }: SchemaState, owners: readonly OwnedMigrations[]): void {
  const keys = owners.map(([owner]) => ownerKey(owner));
  const replaced = objects.filter((object) => keys.includes(object.owner) && isReplaced(catalog, object));
  if (replaced.length > 0) throw tableTaken(replaced.map(({ type, name }) => `${type} "${catalog.prefix}${name}"`));
}

/**
 * Rejects names that exist in the database and were not created by the same owner's migrations.
 * @throws HostError 409 `database_table_taken`
 */
export function assertFree(
  { catalog, objects }: Pick<SchemaState, 'catalog' | 'objects'>,
  expected: readonly Omit<RecordedObject, 'columns' | 'status'>[],
  hasGlobalIndexNames: boolean,
): void {
  const conflicts: string[] = [];
  const others: string[] = [];
  for (const { name, type, table, owner } of expected) {
    const recorded = objects.find((object) => isSameName(catalog, object.name, name) && isKindOf(object, type));
    if (recorded) {
      if (recorded.owner !== owner && type !== 'index') others.push(`"${name}" of "${recorded.owner}"`);
      continue;
    }
    const found = catalog.objects.find(
      (object) =>
        isSameName(catalog, object.name, name) &&
        (hasGlobalIndexNames || isKindOf(object, type)) &&
        // An index on a table created by migrations is found through that table.
        !(type === 'index' && (!hasGlobalIndexNames || object.table === table)),
    );
    if (found) conflicts.push(`${found.type} "${catalog.prefix}${found.name}"`);
  }
  if (conflicts.length > 0) throw tableTaken(conflicts);
  if (others.length > 0) throw tableShared(others);
}

/** Tables and views share a namespace; indexes have their own. */
function isKindOf(object: { readonly type: string }, type: string): boolean {
  return (object.type === 'index') === (type === 'index');
}

export function tableTaken(tables: readonly string[]): HostError {
  return new HostError(
    'database_table_taken',
    `The database already has ${listed(tables)}, which Mortise needs to create. Nothing was changed. Use a separate database (MORTISE_DATABASE_URL or the option database), set database.tablePrefix, or rename the existing ones.`,
    { status: 409, tables },
  );
}

function tableShared(others: readonly string[]): HostError {
  return new HostError(
    'database_table_taken',
    `A table belongs to one plugin or part of the core: ${listed(others)}. Nothing was changed. Rename the table in the migrations of the other plugin.`,
    { status: 409, tables: others },
  );
}
