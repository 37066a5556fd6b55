import type { RawBuilder } from 'kysely';
import { HostError } from '../errors.js';
import type { ObjectType } from './inspection.js';
import type { TableDefinition } from './tables.js';

/**
 * Changes the schema within a migration. Every call is repeatable: it does nothing if its work is done, so running a
 * killed migration again completes it. Only tables created by migrations are changed.
 */
export interface SchemaBuilder {
  /**
   * Creates the table with its indexes.
   * @throws HostError 409 `database_table_taken` when the database has a table with this name that no migration
   *   created
   */
  createTable(table: TableDefinition): Promise<void>;
  /** Adds a declared column to an existing table. It must be nullable or have a default. */
  addColumn(table: TableDefinition, columnName: string): Promise<void>;
  createIndex(table: TableDefinition, columns: readonly string[], options?: { unique?: boolean }): Promise<void>;
  /** Drops the table with all its rows; does nothing if no migration of this owner created it. */
  dropTable(name: string): Promise<void>;
  /** Whether a migration created a table with this name, for steps that only old databases need. */
  hasTable(name: string): Promise<boolean>;
  /**
   * Runs one custom statement, with the same text on every server. It must be repeatable, because some servers commit
   * every schema change immediately. Created, altered or dropped tables, views and indexes are recognized by the name
   * after `create`, `alter` or `drop`.
   */
  raw(statement: RawBuilder<unknown>): Promise<void>;
}

/** Schema statements of one server, without any checks. */
export type Ddl = Omit<SchemaBuilder, 'hasTable' | 'dropTable'> & {
  drop(type: ObjectType, name: string): Promise<void>;
};

/**
 * Returns the definition of a column to add to a table with rows.
 * @throws HostError `database_table_invalid` when existing rows would have no value for it
 */
export function addableColumn(table: TableDefinition, columnName: string) {
  const definition = table.columns[columnName]?.definition;
  if (definition && definition.kind !== 'id' && (definition.nullable || definition.default !== undefined))
    return definition;
  throw new HostError(
    'database_table_invalid',
    definition
      ? `The column "${columnName}" cannot be added to "${table.name}": existing rows need .nullable() or .default(value).`
      : `The definition of "${table.name}" has no column "${columnName}" to add.`,
    { table: table.name, column: columnName },
  );
}
