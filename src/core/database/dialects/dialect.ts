import type { Kysely, Dialect as KyselyDialect, RawBuilder } from 'kysely';
import type { FullText } from '../full-text.js';
import type { Inspection, ServerInspection } from '../inspection.js';
import type { ConfiguredPrefix } from '../prefixed-inspection.js';
import type { Ddl } from '../schema.js';
import type { NameOf } from '../schema-names.js';
import type { TableNames } from '../table-names.js';

/** Row to insert and the changes to make if it exists. Names and values are checked by the caller's types. */
export interface Upsert {
  readonly table: string;
  readonly row: Record<string, unknown>;
  readonly keys: readonly string[];
  /** Columns to change, as values or expressions; if empty, the existing row stays as it is. */
  readonly set: ReadonlyArray<readonly [column: string, value: unknown]>;
}

/** Rows to insert, and the columns whose values are added to an existing row with the same keys. */
export interface Accumulation {
  readonly table: string;
  /** At least one, all with the same columns. */
  readonly rows: readonly Record<string, unknown>[];
  readonly keys: readonly string[];
  readonly sums: readonly string[];
}

/** Operations on tables with temporary names, for servers that cannot roll back schema changes. */
export interface Staging {
  /**
   * Statements that create and change tables under the names from `nameOf`. Indexes get their final names. Raw
   * statements are rewritten.
   */
  schema(executor: Kysely<unknown>, nameOf: NameOf): Ddl;
}

/** Stored name before and after a rename. */
export type Rename = readonly [from: string, to: string];

/** All differences between servers. Nothing outside this folder names a server. */
export interface ServerDialect {
  /** Connections for serving: every statement has a deadline. */
  readonly serving: KyselyDialect;
  /** Connections for migrations, whose statements take longer; null if one connection does both. */
  readonly migrating: KyselyDialect | null;
  /** Product name of the server, for display. */
  readonly name: string;
  readonly version: RawBuilder<string>;
  /** Server clock, as the codec's UTC text. */
  readonly now: RawBuilder<string>;
  /** Server clock in milliseconds since 1970, for statements that compare and set times in one step. */
  readonly clock: RawBuilder<number>;
  /** Whether others can write while a transaction is running. */
  readonly hasConcurrentWriters: boolean;
  schema(executor: Kysely<unknown>): Ddl;
  /** Null on servers that can roll back schema changes. */
  readonly staging: Staging | null;
  /**
   * Renames tables in one atomic step. Call it in {@link ServerDialect.locked}.
   * @param others views created by migrations, and indexes if their names are unique per database
   */
  rename(executor: Kysely<unknown>, tables: readonly Rename[], others?: readonly Rename[]): Promise<void>;
  /**
   * Runs `work`, which may write rows before the rows their foreign keys refer to. Call it in {@link ServerDialect.locked}.
   */
  deferForeignKeys<T>(executor: Kysely<unknown>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` while no other process changes the schema. Uses one transaction if the server can roll back schema
   * changes.
   * @throws HostError 503 `database_migration_locked` when another process has been changing it for ten minutes
   */
  locked<T>(kysely: Kysely<unknown>, work: (executor: Kysely<unknown>) => Promise<T>): Promise<T>;
  readonly inspection: ServerInspection;
  /** Null for a server without full-text indexes. */
  readonly fullText: ((executor: () => Kysely<unknown>) => FullText) | null;
  /**
   * Inserts rows into a table with automatic ids and returns the ids in the same order.
   * @param rows at least one, all with the same columns
   */
  insertMany(
    executor: Kysely<unknown>,
    table: string,
    rows: readonly Record<string, unknown>[],
  ): Promise<readonly number[]>;
  upsert(upsert: Upsert): RawBuilder<unknown>;
  accumulate(accumulation: Accumulation): RawBuilder<unknown>;
  isUniqueViolation(error: unknown): boolean;
  /** Whether the transaction may succeed on a retry: deadlock, lock timeout or busy file. */
  isRetryable(error: unknown): boolean;
}

/** Dialect with the table names of one database. */
export interface Dialect extends Omit<ServerDialect, 'inspection'> {
  readonly inspection: Inspection;
}

export interface DialectOptions extends Pick<ConfiguredPrefix, 'acceptsOther'> {
  /** Milliseconds a statement may take or wait for its turn. */
  readonly timeout: number;
}

export interface ServerDialectOptions {
  readonly timeout: number;
  readonly names: TableNames;
}
