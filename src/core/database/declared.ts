import type { RawBuilder } from 'kysely';
import type { ColumnDefinition } from './column.js';
import { indexName } from './identifiers.js';
import type { Migration } from './migrate.js';
import type { SchemaBuilder } from './schema.js';
import type { TableDefinition } from './tables.js';

/** A table as migrations make it, one after the other. */
export interface DeclaredTable {
  readonly name: string;
  readonly columns: Map<string, ColumnDefinition>;
  readonly primaryKey: readonly string[];
  /** By name, without the primary key. */
  readonly indexes: Map<string, { readonly columns: readonly string[]; readonly isUnique: boolean }>;
}

export interface DeclaredSchema {
  readonly tables: Map<string, DeclaredTable>;
  /** Whether a statement of the migrations' own, whose effect nobody can tell, has to do with the table. */
  isUncertain(table: string): boolean;
  /** Whether `table.column` or an index of this name is added to a table that is there. */
  isAdded(name: string): boolean;
}

const CHANGES_SCHEMA = /\b(?:create|alter|drop|rename)\b/i;

/** What these migrations lead to on an empty database. They are run without one: their calls are only noted. */
export async function declaredSchema(migrations: readonly Migration[]): Promise<DeclaredSchema> {
  const tables = new Map<string, DeclaredTable>();
  const statements: string[] = [];
  const added = new Set<string>();
  const recorder: SchemaBuilder = {
    async createTable(table) {
      if (!tables.has(table.name)) tables.set(table.name, asDeclared(table));
    },
    async addColumn(table, columnName) {
      const definition = table.columns[columnName]?.definition;
      if (definition) tables.get(table.name)?.columns.set(columnName, definition);
      added.add(`${table.name}.${columnName}`);
    },
    async createIndex(table, columns, { unique = false } = {}) {
      const name = indexName(table.name, columns, unique ? 'unique' : 'index');
      tables.get(table.name)?.indexes.set(name, { columns, isUnique: unique });
      added.add(name);
    },
    async dropTable(name) {
      tables.delete(name);
    },
    async raw(statement) {
      const text = textOf(statement);
      if (CHANGES_SCHEMA.test(text)) statements.push(text);
    },
  };
  for (const { up } of migrations) await up(recorder);
  return {
    tables,
    isUncertain: (table) => statements.some((text) => text.includes(table)),
    isAdded: (name) => added.has(name),
  };
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

/** Its words and the names in it; good enough to look for some. */
function textOf(statement: RawBuilder<unknown>): string {
  return JSON.stringify(statement.toOperationNode(), (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}
