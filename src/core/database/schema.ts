import type { RawBuilder } from 'kysely';
import { HostError } from '../errors.js';
import type { TableDefinition } from './tables.js';

/**
 * What a migration may do. Every call can be repeated: it looks whether its work is done already, so a migration that
 * was cut off half-way is completed by running it again.
 */
export interface SchemaBuilder {
  /** Creates the table with its indexes. */
  createTable(table: TableDefinition): Promise<void>;
  /** Adds a column of the definition to a table that an earlier release created without it; nullable or with a default. */
  addColumn(table: TableDefinition, columnName: string): Promise<void>;
  createIndex(table: TableDefinition, columns: readonly string[], options?: { unique?: boolean }): Promise<void>;
  /** Drops the table with all its rows. */
  dropTable(name: string): Promise<void>;
  /**
   * Runs one statement of your own, on every server the same text. Write it so that it can be repeated, since a server
   * that commits schema changes at once cannot take them back.
   */
  raw(statement: RawBuilder<unknown>): Promise<void>;
}

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
