import { HostError } from '../../errors.js';
import type { ColumnDefinition } from '../column.js';
import { describeColumn, type Inspection, isSameColumn, type StoredTable, withoutDefault } from '../inspection.js';
import type { TableDefinition } from '../tables.js';

/** Value in transit: whole numbers beyond 2^53 are digits, date-times and documents are text. */
export type TransferValue = string | number | null;

/** Row in transit. Its columns are sorted by name, so that equal rows have equal JSON. */
export type TransferRow = Readonly<Record<string, TransferValue>>;

/** Table whose rows every server can read and write. */
export interface TransferTable {
  readonly name: string;
  /** Sorted by name. */
  readonly columns: readonly { readonly name: string; readonly definition: ColumnDefinition }[];
  readonly primaryKey: readonly string[];
}

/**
 * Converts a table to a form that every server supports.
 * @throws HostError `database_table_foreign` when no schema builder could have created it
 */
export function transferTable(stored: StoredTable): TransferTable {
  const columns = stored.columns.map(({ name, type, definition }) => {
    if (definition) return { name, definition };
    throw foreign(stored.name, `its column "${name}" is "${type}", which other servers do not know`);
  });
  if (stored.primaryKey.length === 0) throw foreign(stored.name, 'it has no primary key');
  columns.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name: stored.name, columns, primaryKey: stored.primaryKey };
}

/** Returns the definition for recreating a table that no plugin declares. */
export function definitionOf(stored: StoredTable): TableDefinition {
  const { name, primaryKey, indexes } = stored;
  const columns = stored.columns.flatMap(({ name: column, definition }) =>
    definition ? [[column, { definition }] as const] : [],
  );
  const keys = (isUnique: boolean) =>
    indexes.filter((index) => index.isUnique === isUnique).map((index) => index.columns);
  return { name, columns: Object.fromEntries(columns), primaryKey, unique: keys(true), indexes: keys(false) };
}

/**
 * Rejects tables whose rows would not fit.
 * @param readAs kinds that either server cannot tell apart
 * @throws HostError 409 `database_schema_differs`
 */
export function assertSameColumns(from: TransferTable, to: TransferTable, readAs: Inspection['readAs']): void {
  const definitionOf = ({ columns }: TransferTable, name: string): string => {
    const definition = columns.find((column) => column.name === name)?.definition;
    return definition ? describeColumn(definition) : 'missing';
  };
  for (const name of new Set([...from.columns, ...to.columns].map((column) => column.name))) {
    const [source, target] = [from, to].map(
      ({ columns }) => columns.find((column) => column.name === name)?.definition,
    );
    // A new table already has the columns that later migrations add to existing sites.
    if (!source && target && (target.nullable || target.default !== undefined)) continue;
    // Defaults are irrelevant: every copied row has a value.
    if (source && target && isSameColumn(withoutDefault(source), withoutDefault(target), readAs)) continue;
    throw new HostError(
      'database_schema_differs',
      `The column "${name}" of "${from.name}" is ${definitionOf(from, name)} in the source and ${definitionOf(to, name)} in the target. Install the same release on both sites and run "mortise db doctor".`,
      { status: 409, table: from.name, column: name },
    );
  }
}

function foreign(table: string, reason: string): HostError {
  return new HostError(
    'database_table_foreign',
    `The table "${table}" was not created by a plugin: ${reason}. Move it to another database first.`,
    { status: 409, table },
  );
}
