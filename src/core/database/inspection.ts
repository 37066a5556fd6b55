import type { Kysely } from 'kysely';
import type { ColumnDefinition, ColumnKind } from './column.js';
import type { TableNames } from './table-names.js';

/** Column as stored on the server. */
export interface StoredColumn {
  readonly name: string;
  /** Definition the column was created from; null if no schema builder could have created it. */
  readonly definition: ColumnDefinition | null;
  /** Column type in the server's own terms. */
  readonly type: string;
}

export interface StoredIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

/** Table as stored on the server. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** Empty for a table without a primary key. */
  readonly primaryKey: readonly string[];
  /** All indexes except the primary key. */
  readonly indexes: readonly StoredIndex[];
  /** Size including indexes; null if the server does not report it. */
  readonly bytes: number | null;
  /** Problems with how the table is stored, as sentences. */
  readonly faults: readonly string[];
}

export type ObjectType = 'table' | 'view' | 'index';

/** A table, view or index of a database. */
export interface CatalogObject {
  readonly name: string;
  readonly type: ObjectType;
  /** Table that an index belongs to; null for tables and views. */
  readonly table: string | null;
  /** Columns of a table or view; empty for an index. */
  readonly columns: readonly string[];
}

/** All named objects in a database, whether Mortise created them or not. */
export interface ServerCatalog {
  readonly objects: readonly CatalogObject[];
  /** Whether `Users` and `users` are the same table. */
  readonly foldsCase: boolean;
}

/** The named objects whose stored names have the prefix of the database, without that prefix. */
export interface Catalog extends ServerCatalog {
  readonly prefix: string;
  /** Whether the database has tables with this prefix; false if it is the one they would get. */
  readonly isPrefixStored: boolean;
}

/** Foreign key or trigger that depends on a table. */
export interface TableReference {
  readonly type: 'foreign key' | 'trigger';
  /** Empty for a foreign key on a server without names for them. */
  readonly name: string;
  /** Table with the foreign key, prefixed by its database if that is another one; null for a trigger. */
  readonly from: string | null;
  readonly table: string;
}

/** Foreign key or trigger that depends on a table with the prefix of the database. */
export interface OwnReference extends TableReference {
  /** Whether `from` is a stored name without the prefix. */
  readonly isOutside: boolean;
}

/** View, trigger, routine or event, whose text may name tables. */
export interface DependentText {
  readonly type: string;
  readonly name: string;
  readonly text: string;
}

/** Reads the actual schema of a database, independent of declared migrations. All names are stored names. */
export interface ServerInspection {
  /** Reads all names with one statement. */
  catalog(executor: Kysely<unknown>): Promise<ServerCatalog>;
  /** Whether index names are unique per database, not per table. */
  readonly hasGlobalIndexNames: boolean;
  /** Describes every table except the server's own, whether Mortise created it or not. */
  tables(executor: Kysely<unknown>): Promise<StoredTable[]>;
  /** Lists foreign keys that refer to tables of this database, and triggers on them. */
  references(executor: Kysely<unknown>): Promise<TableReference[]>;
  /** Kinds that the server stores like another one, mapped to the kind they are read back as. */
  readonly readAs: Partial<Record<ColumnKind, ColumnKind>>;
  /** Lists problems with the settings of the whole database, as sentences. */
  faults(executor: Kysely<unknown>): Promise<string[]>;
  /** Runs the server's own check of a table and its indexes, and returns the problems. Slow for large tables. */
  check(executor: Kysely<unknown>, table: string): Promise<string[]>;
  /** Returns the next automatic id, as digits; null for a table without automatic ids. */
  nextId(executor: Kysely<unknown>, table: string): Promise<string | null>;
  /** Sets the value that {@link Inspection.nextId} returns. */
  continueIds(executor: Kysely<unknown>, table: string, next: string): Promise<void>;
  /** Whether renaming a table changes the texts that name it. No server does so for views. */
  readonly updatesTexts: boolean;
  /** Lists everything whose text may name tables and views. */
  dependents(executor: Kysely<unknown>): Promise<readonly DependentText[]>;
}

/** Reads the tables with the prefix of the database; their names lack the prefix. */
export interface Inspection extends Omit<ServerInspection, 'catalog' | 'references'> {
  readonly names: TableNames;
  /**
   * Reads all names with one statement, and the prefix from them.
   * @param owners owners whose tables of version 0.1, which have no prefix, may be in the database
   * @throws HostError 409 `database_prefix_differs`
   */
  catalog(executor: Kysely<unknown>, owners?: readonly string[]): Promise<Catalog>;
  references(executor: Kysely<unknown>): Promise<OwnReference[]>;
  /** Reads the stored names of all objects, whatever their prefix. */
  everything(executor: Kysely<unknown>): Promise<ServerCatalog>;
}

/** Formats a column definition: `key(60), not null, default 'draft'`. */
export function describeColumn({ kind, length, nullable, default: value }: ColumnDefinition): string {
  const size = length > 0 ? `(${length})` : '';
  const initial = value === undefined ? '' : `, default ${typeof value === 'string' ? `'${value}'` : value}`;
  return `${kind}${size}${nullable ? ', nullable' : ', not null'}${initial}`;
}

/** Whether a stored column matches its declaration, as far as the server can tell. */
export function isSameColumn(
  declared: ColumnDefinition,
  stored: ColumnDefinition,
  readAs: Inspection['readAs'],
): boolean {
  const normal = (column: ColumnDefinition): string =>
    describeColumn({ ...column, kind: readAs[column.kind] ?? column.kind });
  return normal(declared) === normal(stored);
}

/** Returns the definition without its default value. */
export function withoutDefault({ default: _, ...definition }: ColumnDefinition): ColumnDefinition {
  return definition;
}
