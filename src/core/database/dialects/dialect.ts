import type { Kysely, Dialect as KyselyDialect, RawBuilder } from 'kysely';
import type { FullText } from '../full-text.js';
import type { Inspection } from '../inspection.js';
import type { Ddl } from '../schema.js';

/** A row to insert and what to do when it exists; names and values are checked by the caller's types. */
export interface Upsert {
  readonly table: string;
  readonly row: Record<string, unknown>;
  readonly keys: readonly string[];
  /** Columns to change, values or expressions; none keeps the existing row as it is. */
  readonly set: ReadonlyArray<readonly [column: string, value: unknown]>;
}

/** Rows to insert, and the columns whose numbers are added to those of a row that has the same keys. */
export interface Accumulation {
  readonly table: string;
  /** At least one, all with the same columns. */
  readonly rows: readonly Record<string, unknown>[];
  readonly keys: readonly string[];
  readonly sums: readonly string[];
}

/** Tables under other names, for a server on which no transaction undoes schema changes. */
export interface Staging {
  /**
   * Statements that create and change tables under the names of `nameOf`. Indexes get the names that they have later.
   * Raw statements are rewritten.
   */
  schema(executor: Kysely<unknown>, nameOf: (table: string) => string): Ddl;
  /** Renames tables in one step: all of them or none. */
  rename(executor: Kysely<unknown>, names: readonly (readonly [from: string, to: string])[]): Promise<void>;
}

/** Everything in which one server differs from another. Nothing outside this folder names a server. */
export interface Dialect {
  /** For serving: every statement has a deadline. */
  readonly serving: KyselyDialect;
  /** For migrating, where statements take longer than in serving; null when one connection does both. */
  readonly migrating: KyselyDialect | null;
  /** What people call the server. */
  readonly name: string;
  readonly version: RawBuilder<string>;
  /** The server's clock, as the codec's UTC text. */
  readonly now: RawBuilder<string>;
  /** The server's clock in milliseconds since 1970, for statements that compare and set times in one step. */
  readonly clock: RawBuilder<number>;
  /** Whether something else can be written while a transaction is running. */
  readonly hasConcurrentWriters: boolean;
  schema(executor: Kysely<unknown>): Ddl;
  /** Null where a transaction undoes schema changes. */
  readonly staging: Staging | null;
  /** Runs `work`, which may write rows before the rows that their foreign keys refer to. Within {@link Dialect.locked}. */
  deferForeignKeys<T>(executor: Kysely<unknown>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` while no other process changes the schema: in one transaction where the server can undo schema changes.
   * @throws HostError 503 `database_migration_locked` when another process has been changing it for ten minutes
   */
  locked<T>(kysely: Kysely<unknown>, work: (executor: Kysely<unknown>) => Promise<T>): Promise<T>;
  readonly inspection: Inspection;
  /** Null for a server without indexes of whole texts beside its tables. */
  readonly fullText: ((executor: () => Kysely<unknown>) => FullText) | null;
  /**
   * Inserts rows into a table that numbers them, and answers their numbers in the same order.
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
  /** Deadlock, lock timeout, busy file: the transaction may succeed when it is run again. */
  isRetryable(error: unknown): boolean;
}

export interface DialectOptions {
  /** Milliseconds a statement may take or wait for its turn. */
  readonly timeout: number;
}
