import type { ColumnDefinition } from './column.js';
import { indexName } from './identifiers.js';
import type { Migration } from './migrate.js';
import type { SchemaBuilder } from './schema.js';
import { changesSchema, type NamedObject, objectsIn, textOf } from './schema-names.js';
import type { TableDefinition } from './tables.js';

/** Table that results from running migrations in order. */
export interface DeclaredTable {
  readonly name: string;
  readonly columns: Map<string, ColumnDefinition>;
  readonly primaryKey: readonly string[];
  /** Indexes by name, without the primary key. */
  readonly indexes: Map<string, { readonly columns: readonly string[]; readonly isUnique: boolean }>;
}

export interface DeclaredSchema {
  readonly tables: Map<string, DeclaredTable>;
  /** Every table, view and index created, including those in raw statements. */
  readonly created: readonly NamedObject[];
  /** Whether a raw statement, whose effect is unknown, mentions the table or trigger. */
  isUncertain(name: string): boolean;
  /** Whether one of these migrations creates the index as a unique one. */
  isUniqueIndex(name: string): boolean;
  /** Whether `table.column` or an index with this name is added to an existing table. */
  isAdded(name: string): boolean;
}

/** Computes the schema that these migrations create. They run without a database: their calls are only recorded. */
export async function declaredSchema(migrations: readonly Migration[]): Promise<DeclaredSchema> {
  const tables = new Map<string, DeclaredTable>();
  const statements: string[] = [];
  const added = new Set<string>();
  let created: NamedObject[] = [];
  const recorder: SchemaBuilder = {
    async createTable(table) {
      if (tables.has(table.name)) return;
      const declared = asDeclared(table);
      tables.set(table.name, declared);
      created.push({ type: 'table', name: table.name, table: null });
      for (const columns of table.indexes) created.push(indexOf(table, columns, 'index'));
    },
    async addColumn(table, columnName) {
      const definition = table.columns[columnName]?.definition;
      if (definition) tables.get(table.name)?.columns.set(columnName, definition);
      added.add(`${table.name}.${columnName}`);
    },
    async createIndex(table, columns, { unique = false } = {}) {
      const index = indexOf(table, columns, unique ? 'unique' : 'index');
      tables.get(table.name)?.indexes.set(index.name, { columns, isUnique: unique });
      added.add(index.name);
      created.push(index);
    },
    async dropTable(name) {
      tables.delete(name);
      created = created.filter((object) => object.name !== name && object.table !== name);
    },
    hasTable: async (name) => tables.has(name),
    async raw(statement) {
      const text = textOf(statement);
      if (!changesSchema(text)) return;
      statements.push(text);
      const affected = objectsIn(text);
      created.push(...affected.created);
      created = created.filter(({ type, name }) => !affected.dropped.some((d) => d.type === type && d.name === name));
    },
  };
  for (const { up } of migrations) await up(recorder);
  return {
    tables,
    created: [...new Map(created.map((object) => [`${object.type} ${object.name}`, object])).values()],
    isUncertain: (name) => statements.some((text) => names(text, name)),
    isUniqueIndex: (name) =>
      [...tables.values()].some(({ indexes }) => indexes.get(name)?.isUnique === true) ||
      statements.some((text) => /\bunique\s+(?:index|key)\b/i.test(text) && names(text, name)),
    isAdded: (name) => added.has(name),
  };
}

function indexOf(table: TableDefinition, columns: readonly string[], kind: 'index' | 'unique'): NamedObject {
  return { type: 'index', name: indexName(table.name, columns, kind), table: table.name };
}

function asDeclared({ name, columns, primaryKey, unique, indexes }: TableDefinition): DeclaredTable {
  const declared: DeclaredTable = {
    name,
    columns: new Map(Object.entries(columns).map(([column, { definition }]) => [column, definition])),
    primaryKey,
    indexes: new Map(),
  };
  for (const [list, isUnique] of [
    [unique, true],
    [indexes, false],
  ] as const) {
    for (const columns of list) {
      declared.indexes.set(indexName(name, columns, isUnique ? 'unique' : 'index'), { columns, isUnique });
    }
  }
  return declared;
}

function names(statement: string, name: string): boolean {
  return statement.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}
