import { indexName } from './identifiers.js';
import type { Catalog, CatalogObject, Inspection } from './inspection.js';
import type { Ddl, SchemaBuilder } from './schema.js';
import { assertFree, findInCatalog } from './schema-checks.js';
import { type NamedObject, objectsIn, textOf } from './schema-names.js';
import type { RecordedObject } from './schema-record.js';

export interface OwnedSchemaParts {
  /** Current catalog, except for columns. */
  readonly catalog: Catalog & { objects: readonly CatalogObject[] };
  /** Current recorded objects by type and name. */
  readonly objects: ReadonlyMap<string, RecordedObject>;
  readonly ddl: Ddl;
  readonly inspection: Pick<Inspection, 'hasGlobalIndexNames'>;
  record(objects: readonly RecordedObject[]): Promise<void>;
  forget(objects: readonly RecordedObject[]): Promise<void>;
}

/**
 * Creates a schema builder for one owner. Each object is recorded as `changing` before the statement that creates,
 * alters or drops it. Objects that are not recorded are never touched.
 */
export function createOwnedSchema(parts: OwnedSchemaParts, owner: string): SchemaBuilder {
  const { catalog, objects, ddl, inspection, record, forget } = parts;
  const json = (value: unknown): string => JSON.stringify(value);
  const keyOf = ({ type, name }: Pick<NamedObject, 'name' | 'type'>): string => `${type} ${name}`;

  /** Records an object before it is created. @returns whether it exists */
  async function plan(object: NamedObject, columns: readonly string[] | null = null): Promise<boolean> {
    const planned: RecordedObject = { ...object, owner, columns, status: 'changing' };
    assertFree({ catalog, objects: [...objects.values()] }, [planned], inspection.hasGlobalIndexNames);
    if (!objects.has(keyOf(object))) await record([planned]);
    return findInCatalog(catalog, object) !== undefined;
  }

  function noteCreated(object: NamedObject): void {
    catalog.objects = [...catalog.objects, { ...object, columns: [] }];
  }

  function noteDropped({ type, name }: NamedObject): void {
    catalog.objects = catalog.objects.filter(
      (object) => !(object.type === type && object.name === name) && !(type === 'table' && object.table === name),
    );
  }

  /**
   * Records objects before they are altered or dropped.
   * @param added columns to be added; null if the effect on columns is unknown
   * @throws HostError 409 `database_table_taken` for an existing object that no migration created
   */
  async function noteChanges(affected: readonly NamedObject[], added: readonly string[] | null): Promise<void> {
    const unknown = affected.filter((object) => !objects.has(keyOf(object)));
    const foreign = unknown.map((object) => ({ ...object, owner }));
    assertFree({ catalog, objects: [] }, foreign, inspection.hasGlobalIndexNames);
    const registered = [...new Set(affected.flatMap((object) => objects.get(keyOf(object)) ?? []))];
    const columnsOf = ({ columns }: RecordedObject) => (columns && added ? [...new Set([...columns, ...added])] : null);
    const changed = registered
      .map((object): RecordedObject => ({ ...object, status: 'changing', columns: columnsOf(object) }))
      .filter((object) => json(object) !== json(objects.get(keyOf(object))));
    if (changed.length > 0) await record(changed);
  }

  return {
    async createTable(table) {
      const object: NamedObject = { type: 'table', name: table.name, table: null };
      if (await plan(object, Object.keys(table.columns))) return;
      await ddl.createTable(table);
      noteCreated(object);
    },
    async addColumn(table, columnName) {
      await noteChanges([{ type: 'table', name: table.name, table: null }], [columnName]);
      await ddl.addColumn(table, columnName);
    },
    async createIndex(table, columns, options = {}) {
      await noteChanges([{ type: 'table', name: table.name, table: null }], []);
      const name = indexName(table.name, columns, options.unique === true ? 'unique' : 'index');
      await plan({ type: 'index', name, table: table.name });
      await ddl.createIndex(table, columns, options);
    },
    async dropTable(name) {
      const found = objects.get(`table ${name}`);
      if (found?.owner !== owner) return;
      await noteChanges([found], []);
      await ddl.drop('table', name);
      noteDropped(found);
      await forget([found, ...[...objects.values()].filter(({ table }) => table === name)]);
    },
    // The record of a table that was dropped before a kill may still be there.
    hasTable: async (name) =>
      objects.has(`table ${name}`) && findInCatalog(catalog, { type: 'table', name, table: null }) !== undefined,
    async raw(statement) {
      const { created, altered, dropped } = objectsIn(textOf(statement));
      await noteChanges([...altered, ...dropped], null);
      for (const object of created) if (await plan(object)) return;
      await ddl.raw(statement);
      dropped.forEach(noteDropped);
      created.forEach(noteCreated);
    },
  };
}
