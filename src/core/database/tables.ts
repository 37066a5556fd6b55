import { HostError } from '../errors.js';
import type { AnyColumn, ColumnRowType } from './column.js';
import { assertIdentifier, indexName, TABLE_NAME_LENGTH } from './identifiers.js';

export { type Column, column } from './column.js';

/** Table declaration: the source of its row type and its migration. */
export interface TableDefinition<Columns extends Record<string, AnyColumn> = Record<string, AnyColumn>> {
  readonly name: string;
  readonly columns: Columns;
  readonly primaryKey: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
}

/** Kysely row interface of a table: `TableOf<typeof postsTable>`. */
export type TableOf<Table> =
  Table extends TableDefinition<infer Columns> ? { [Name in keyof Columns]: ColumnRowType<Columns[Name]> } : never;

/** Keys and indexes of a table. */
export interface TableKeys<Name extends string> {
  /** Columns of the primary key. @default the `column.id()` */
  primaryKey?: readonly Name[];
  /** Column combinations that must be unique. */
  unique?: readonly (readonly Name[])[];
  indexes?: readonly (readonly Name[])[];
}

/** InnoDB's index size limit in bytes, at four bytes per character. */
const INDEX_BYTES = 3072;

/**
 * Declares a table. Rejects everything that a server would reject later: long names, a table without a primary key
 * (clusters need one), indexes on unlimited text or beyond 3072 bytes.
 * @throws HostError `database_name_invalid`, `database_table_invalid`
 * @example
 * export const recipesTable = defineTable(
 *   'acme_recipes',
 *   { id: column.id(), slug: column.key(), title: column.string(200) },
 *   { unique: [['slug']] },
 * );
 */
export function defineTable<const Columns extends Record<string, AnyColumn>>(
  name: string,
  columns: Columns,
  keys: TableKeys<keyof Columns & string> = {},
): TableDefinition<Columns> {
  assertIdentifier('table', name, TABLE_NAME_LENGTH);
  for (const columnName of Object.keys(columns)) assertIdentifier(`column of ${name}`, columnName);
  const ids = Object.keys(columns).filter((columnName) => columns[columnName]?.definition.kind === 'id');
  const table = {
    name,
    columns,
    primaryKey: keys.primaryKey ?? ids,
    unique: keys.unique ?? [],
    indexes: keys.indexes ?? [],
  };
  if (table.primaryKey.length === 0)
    throw invalid(name, 'needs a primary key: add column.id() or the option primaryKey');
  if (ids.length > 1 || (ids.length === 1 && table.primaryKey.join() !== ids.join())) {
    throw invalid(name, 'has a column.id(), which is its only primary key; list other keys under unique');
  }
  for (const index of [table.primaryKey, ...table.unique, ...table.indexes]) assertIndexable(table, index);
  return Object.freeze(table);
}

/**
 * Rejects an index that some server cannot build.
 * @throws HostError `database_table_invalid`, `database_name_invalid`
 */
export function assertIndexable(table: TableDefinition, index: readonly string[]): void {
  let bytes = 0;
  for (const columnName of index) {
    const definition = table.columns[columnName]?.definition;
    if (!definition) throw invalid(table.name, `has no column "${columnName}" to index`);
    if (definition.kind === 'text' || definition.kind === 'json') {
      throw invalid(table.name, `cannot index "${columnName}": declare it as column.key() or column.string()`);
    }
    bytes += definition.length > 0 ? definition.length * 4 : 8;
  }
  if (index.length === 0) throw invalid(table.name, 'has an index without columns');
  if (bytes > INDEX_BYTES)
    throw invalid(table.name, `has an index of ${bytes} bytes on ${index.join(', ')}; ${INDEX_BYTES} are possible`);
  assertIdentifier('index', indexName(table.name, index, 'unique'));
}

function invalid(table: string, reason: string): HostError {
  return new HostError('database_table_invalid', `The table "${table}" ${reason}.`, { table });
}
