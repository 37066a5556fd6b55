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

/** Looking at a database as it is, whatever was declared. */
export interface Inspection {
  /** Names of the tables, those of the server itself left out. */
  names(executor: Kysely<unknown>): Promise<string[]>;
  tables(executor: Kysely<unknown>): Promise<StoredTable[]>;
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
