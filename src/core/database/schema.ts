import type { RawBuilder } from 'kysely';
import { HostError } from '../errors.js';
import type { ObjectType } from './inspection.js';
import type { TableDefinition } from './tables.js';

/**
 * Changes the schema within a migration. Every call can be repeated: it does nothing where its work is done, so a
 * migration that was killed half-way is completed by running it again. Only tables that migrations made are changed.
 */
export interface SchemaBuilder {
  /**
   * Creates the table with its indexes.
   * @throws HostError 409 `database_table_taken` when the database has a table of this name that no migration made
   */
  createTable(table: TableDefinition): Promise<void>;
  /** Adds a column of the definition to a table that an earlier release created without it; nullable or with a default. */
  addColumn(table: TableDefinition, columnName: string): Promise<void>;
  createIndex(table: TableDefinition, columns: readonly string[], options?: { unique?: boolean }): Promise<void>;
  /** Drops the table with all its rows; does nothing when no migration of this owner made it. */
  dropTable(name: string): Promise<void>;
  /** Whether a migration made a table of this name, for steps that only old databases need. */
  hasTable(name: string): Promise<boolean>;
  /**
   * Runs one statement of your own, the same text on every server. Write it so that it can be repeated, since some
   * servers commit every schema change immediately. Tables, views and indexes that it creates, alters or drops are
   * recognised by the name after `create`, `alter` or `drop`.
   */
  raw(statement: RawBuilder<unknown>): Promise<void>;
}

/** Statements of one server, without any check. */
export type Ddl = Omit<SchemaBuilder, 'hasTable' | 'dropTable'> & {
  drop(type: ObjectType, name: string): Promise<void>;
};

/**
 * The definition of a column that is about to be added to a table with rows.
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
