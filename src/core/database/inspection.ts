import type { Kysely } from 'kysely';
import type { ColumnDefinition, ColumnKind } from './column.js';

/** A column as the server has it. */
export interface StoredColumn {
  readonly name: string;
  /** What it was declared as; null for a column that no schema builder makes. */
  readonly definition: ColumnDefinition | null;
  /** The server's own words for it. */
  readonly type: string;
}

export interface StoredIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

/** A table as the server has it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** Empty for a table without one. */
  readonly primaryKey: readonly string[];
  /** All but the primary key. */
  readonly indexes: readonly StoredIndex[];
  /** With its indexes; null where the server does not tell. */
  readonly bytes: number | null;
  /** What is wrong with how the table is stored, as sentences. */
  readonly faults: readonly string[];
}

export type ObjectType = 'table' | 'view' | 'index';

/** A table, view or index of a database. */
export interface CatalogObject {
  readonly name: string;
  readonly type: ObjectType;
  /** Table of an index. */
  readonly table: string | null;
  /** Columns of a table or view. */
  readonly columns: readonly string[];
}

/** Everything in a database that has a name, made by Mortise or not. */
export interface Catalog {
  readonly objects: readonly CatalogObject[];
  /** Whether `Users` and `users` are the same table. */
  readonly foldsCase: boolean;
}

/** A foreign key or trigger that needs a table. */
export interface TableReference {
  readonly type: 'foreign key' | 'trigger';
  /** Empty for a foreign key where the server has no names for them. */
  readonly name: string;
  /** Table that has the foreign key, with its database where that is another one; null for a trigger. */
  readonly from: string | null;
  readonly table: string;
}

/** Reads a database as it is, independent of what migrations declare. */
export interface Inspection {
  /** Reads all names with one statement. */
  catalog(executor: Kysely<unknown>): Promise<Catalog>;
  /** Whether an index cannot have the name of another table's index. */
  readonly hasGlobalIndexNames: boolean;
  /** Describes every table except the server's own, made by Mortise or not. */
  tables(executor: Kysely<unknown>): Promise<StoredTable[]>;
  /** Foreign keys that refer to tables of this database, and triggers on them. */
  references(executor: Kysely<unknown>): Promise<TableReference[]>;
  /** Kinds that are stored alike, each by the one that it is read back as. */
  readonly readAs: Partial<Record<ColumnKind, ColumnKind>>;
  /** What is wrong with the settings of the whole database, as sentences. */
  faults(executor: Kysely<unknown>): Promise<string[]>;
  /** Lets the server check a table and its indexes; answers what it found. Takes long for large tables. */
  check(executor: Kysely<unknown>, table: string): Promise<string[]>;
  /** The id that the next row gets, as digits; null for a table without automatic ids. */
  nextId(executor: Kysely<unknown>, table: string): Promise<string | null>;
  /** Sets {@link Inspection.nextId}. */
  continueIds(executor: Kysely<unknown>, table: string, next: string): Promise<void>;
}

/** `key(60), not null, default 'draft'`. */
export function describeColumn({ kind, length, nullable, default: value }: ColumnDefinition): string {
  const size = length > 0 ? `(${length})` : '';
  const initial = value === undefined ? '' : `, default ${typeof value === 'string' ? `'${value}'` : value}`;
  return `${kind}${size}${nullable ? ', nullable' : ', not null'}${initial}`;
}

/** Whether a stored column is what was declared, as far as its server can tell. */
export function isSameColumn(
  declared: ColumnDefinition,
  stored: ColumnDefinition,
  readAs: Inspection['readAs'],
): boolean {
  const normal = (column: ColumnDefinition): string =>
    describeColumn({ ...column, kind: readAs[column.kind] ?? column.kind });
  return normal(declared) === normal(stored);
}

/** The column with no regard to what rows without a value get. */
export function withoutDefault({ default: _, ...definition }: ColumnDefinition): ColumnDefinition {
  return definition;
}
