import { channel } from 'node:diagnostics_channel';
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import type { Finding } from '../finding.js';
import { type AboutDatabase, aboutDatabase } from './about.js';
import type { ConfiguredDatabase } from './address.js';
import { changeSchema } from './change-schema.js';
import { utc } from './codec.js';
import { openDialect } from './dialects/open.js';
import type { ExaminationOptions } from './doctor/doctor.js';
import type { FullText } from './full-text.js';
import type { StoredTable } from './inspection.js';
import { type AppliedMigration, type Migration, migrateSchema } from './migrate.js';
import type { OwnedMigrations } from './missing-migrations.js';
import type { Tables } from './names.js';
import { assertUnreferenced } from './references.js';
import { ownerKey, ownTables, readSchema, type SchemaState } from './schema-record.js';
import { type AfterCommit, createTransactions } from './transaction.js';

/** Statement sent to the database. Its values are omitted because they may be secret. */
export interface TracedStatement {
  /** SQL text; `begin` and `commit` represent a transaction, whatever the server calls them. */
  readonly sql: string;
}

/**
 * Diagnostics channel `mortise:statement`, which publishes every statement for tests and tracing. A database
 * publishes only if a subscriber existed when it was opened; otherwise the channel costs nothing.
 */
export const STATEMENTS = channel('mortise:statement');

export type TableName = keyof Tables & string;

/** Names of the tables with a `column.id()`. */
export type TableWithId = { [T in TableName]: Selectable<Tables[T]> extends { id: number } ? T : never }[TableName];

/** Columns that an upsert changes in an existing row: values, or expressions based on its current values. */
export type UpsertSet<T extends TableName> = {
  [Column in keyof Updateable<Tables[T]>]?: Updateable<Tables[T]>[Column] | Expression<unknown>;
};

export type UpsertFactory<T extends TableName> = (eb: ExpressionBuilder<Tables, T>) => UpsertSet<T>;

/** The database of the host. A plugin sees the tables of all plugins. */
export interface Database {
  /** The current transaction of this asynchronous context, or the pool if there is none. */
  readonly query: Kysely<Tables>;
  /**
   * Runs `work` in a transaction. A nested call joins the outer one; if it throws and the caller catches the error,
   * only its own writes are rolled back. The outermost call is retried on deadlock, lock timeout and busy file (at
   * most five runs), so `work` must have no effects outside the database: use {@link Database.afterCommit} for those.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a transaction is running in this asynchronous context. */
  isInTransaction(): boolean;
  /**
   * Runs `work` outside the current transaction, on a separate connection. Its writes persist even if the transaction
   * rolls back. It must not wait for anything that the transaction has locked.
   * @throws HostError `database_single_writer` inside a transaction on a single-writer database, where `work` would
   *   deadlock with the transaction
   */
  apart<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs a callback after the outermost commit, before `transaction` returns. Callbacks run in order of registration;
   * immediately outside a transaction; never after a rollback. Errors are logged. They neither undo the commit nor
   * stop later callbacks.
   */
  afterCommit(callback: AfterCommit): void;
  /**
   * Runs `work` in the current transaction, or in a new one. Unlike a nested {@link Database.transaction} it costs no
   * statement, and it cannot be rolled back separately: its errors must end the whole transaction.
   */
  join<T>(work: () => Promise<T>): Promise<T>;
  /** Inserts a row into a table with a `column.id()` with one statement, and returns its id. */
  insert<T extends TableWithId>(table: T, row: Insertable<Tables[T]>): Promise<number>;
  /**
   * Inserts a row and returns it as stored, for callers that need its defaults. {@link Database.insert} is cheaper:
   * one statement instead of two in a transaction.
   */
  insertOne<T extends TableWithId>(table: T, row: Insertable<Tables[T]>): Promise<Selectable<Tables[T]>>;
  /**
   * Inserts rows in batches into a table with a `column.id()`, and returns them with ids, in order. All rows must have
   * the same columns.
   */
  insertMany<T extends TableWithId, Row extends Insertable<Tables[T]>>(
    table: T,
    rows: readonly Row[],
  ): Promise<(Row & { readonly id: number })[]>;
  /**
   * Inserts a row, or updates the row with the same `keys` (a primary or unique key). In `set`, a bare column is its
   * stored value: `(eb) => ({ count: eb('count', '+', 1) })`. An expression must not read a column that another one
   * changes.
   */
  upsert<T extends TableName>(
    table: T,
    row: Insertable<Tables[T]>,
    keys: readonly (keyof Tables[T] & string)[],
    set: UpsertSet<T> | UpsertFactory<T>,
  ): Promise<void>;
  /**
   * Inserts rows in batches, or adds their values to existing rows. An existing row has the same `keys` (a primary or
   * unique key); the values of the `sums` columns are added to it. Without sums, it stays as it is. All rows must have
   * the same columns.
   */
  accumulate<T extends TableName>(
    table: T,
    rows: readonly Insertable<Tables[T]>[],
    keys: readonly (keyof Tables[T] & string)[],
    sums: readonly (keyof Tables[T] & string)[],
  ): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  /**
   * Applies the owner's missing migrations, one process at a time, and returns their names. Migrations applied by a
   * newer release are logged.
   * @throws HostError `database_migration*`, `database_migrations_diverged` when another branch has applied some; 409
   *   `database_table_taken` for a table of another program, `database_adoption_failed`; `database_schema_damaged`,
   *   `database_permission_missing`; 503 `database_copy_incomplete` and `backup_restore_incomplete` for a database
   *   that is being filled
   */
  migrate(owner: string, migrations: readonly Migration[]): Promise<string[]>;
  /**
   * Applies the missing migrations of several owners, in this order. When none are missing, as on most starts, it
   * costs two statements for all owners together. See {@link Database.migrate}.
   * @param following migrations that run later; in a new database their names are checked first
   */
  migrateAll(owners: readonly OwnedMigrations[], following?: readonly OwnedMigrations[]): Promise<string[]>;
  /** Describes the tables that this owner's migrations created. */
  tablesOf(owner: string): Promise<readonly StoredTable[]>;
  /**
   * Checks that {@link Database.dropOwned} would not break tables or triggers of other programs.
   * @throws HostError 409 `database_table_referenced`
   */
  assertDroppable(owner: string, migrations: readonly Migration[]): Promise<void>;
  /** Drops everything this owner's migrations created, and their migration entries. @returns names of the tables */
  dropOwned(owner: string): Promise<readonly string[]>;
  /** Checks the tables of Mortise for known problems, without the server's own check of every table. Read-only. */
  examine(owners: ExaminationOptions['owners']): Promise<Finding[]>;
  /** Returns the server name and version, the tables, and the applied migrations by owner. */
  about(): Promise<AboutDatabase>;
  /** Returns the time of the database's clock, which all processes share. */
  now(): Promise<Date>;
  /** Same clock as an expression, in milliseconds since 1970: `where('expires_at', '<', db.clock)`. */
  readonly clock: RawBuilder<number>;
  /** Full-text search; null on databases without it (SQLite). */
  readonly fullText: FullText | null;
  /** @throws HostError `database_unavailable` when the server does not answer within a second */
  ping(): Promise<void>;
  /** Waits for the current transaction and closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions extends ConfiguredDatabase {
  /** Logger for after-commit errors and migrations of a newer release. @default a process warning for errors */
  log?: Pick<Logger, 'error'> & Partial<Pick<Logger, 'warn'>>;
  /** Milliseconds a statement may take or wait for its turn. @default 10 000 */
  timeout?: number;
}

const TIMEOUT = 10_000;

const PING_TIMEOUT = 1000;

/** Servers accept a few ten thousand values per statement. */
const ROWS_PER_STATEMENT = 500;

/**
 * Opens a database. The first query connects.
 * @throws HostError `database_url_invalid`; `config_invalid` for an option that this database does not support
 */
export function createDatabase({ log, timeout = TIMEOUT, ...address }: DatabaseOptions): Database {
  const dialect = openDialect(address, { timeout });
  const isTraced = STATEMENTS.hasSubscribers;
  const kysely = new Kysely<Tables>({
    dialect: dialect.serving,
    ...(isTraced ? { log: ({ query }) => publishStatement(query.sql) } : {}),
  });
  const { isRetryable } = dialect;
  const transactions = createTransactions({
    kysely,
    isRetryable,
    timeout,
    report,
    ...(isTraced ? { onStatement: publishStatement } : {}),
  });

  function report(error: unknown): void {
    if (log) log.error({ err: error }, 'A callback after a commit failed');
    else process.emitWarning(error instanceof Error ? error : String(error));
  }

  const serving = kysely as unknown as Kysely<unknown>;

  async function withMigrating<T>(work: (kysely: Kysely<unknown>) => Promise<T>): Promise<T> {
    if (dialect.migrating === null) return work(serving);
    const own = new Kysely<unknown>({ dialect: dialect.migrating });
    return work(own).finally(() => own.destroy());
  }

  /** Reads the schema with only the objects of one owner. */
  async function schemaOf(owner: string): Promise<SchemaState> {
    const state = await readSchema(serving, dialect.inspection);
    return { ...state, objects: state.objects.filter((object) => object.owner === ownerKey(owner)) };
  }

  async function apply(
    owners: readonly OwnedMigrations[],
    following: readonly OwnedMigrations[] = [],
  ): Promise<string[]> {
    if (transactions.isRunning()) {
      throw new HostError(
        'database_migrations_invalid',
        'Migrations cannot run inside a transaction; call migrate before it.',
      );
    }
    const onNewer = (migrations: readonly string[]): void => {
      log?.warn?.({ migrations }, 'The database was migrated by a newer release; this one goes on beside it');
    };
    const applied = await migrateSchema(serving, withMigrating, dialect, owners, { following, onNewer });
    return applied.map(({ migration }: AppliedMigration) => migration);
  }

  return {
    get query() {
      return transactions.executor();
    },
    transaction: transactions.run,
    isInTransaction: transactions.isRunning,
    async apart(work) {
      if (transactions.isRunning() && !dialect.hasConcurrentWriters) throw singleWriter();
      return transactions.apart(work);
    },
    afterCommit: transactions.afterCommit,
    join: transactions.join,
    insert: (table, row) => insert(transactions.executor(), table, row),
    insertOne: (table, row) => transactions.join(() => insertOne(transactions.executor(), table, row)),
    insertMany(table, rows) {
      return transactions.join(async () => {
        const inserted = [];
        for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
          const some = rows.slice(start, start + ROWS_PER_STATEMENT);
          const executor = transactions.executor() as unknown as Kysely<unknown>;
          const ids = await dialect.insertMany(executor, table, some);
          inserted.push(...some.map((row, index) => ({ ...row, id: ids[index] as number })));
        }
        return inserted;
      });
    },
    async upsert(table, row, keys, set) {
      const changes: object =
        typeof set === 'function'
          ? (set as UpsertFactory<typeof table>)(expressionBuilder<Tables, typeof table>())
          : set;
      const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
      await dialect.upsert({ table, row, keys, set: entries }).execute(transactions.executor());
    },
    async accumulate(table, rows, keys, sums) {
      const write = async (): Promise<void> => {
        for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
          const some = rows.slice(start, start + ROWS_PER_STATEMENT);
          await dialect.accumulate({ table, rows: some, keys, sums }).execute(transactions.executor());
        }
      };
      // A single statement is already atomic.
      await (rows.length > ROWS_PER_STATEMENT ? transactions.join(write) : write());
    },
    isUniqueViolation: dialect.isUniqueViolation,
    migrate: (owner, migrations) => apply([[owner, migrations]]),
    migrateAll: apply,
    async tablesOf(owner) {
      return ownTables(await schemaOf(owner), await dialect.inspection.tables(serving));
    },
    async assertDroppable(owner, migrations) {
      const state = await schemaOf(owner);
      const tables = ownTables(state, state.catalog.objects).map(({ name }) => name);
      await assertUnreferenced(serving, dialect.inspection, tables, migrations);
    },
    dropOwned: (owner) =>
      withMigrating((migrating) => changeSchema({ kysely: migrating, dialect }, [], (change) => change.drop(owner))),
    async examine(owners) {
      const { examineDatabase } = await import('./doctor/doctor.js');
      return examineDatabase({ dialect, executor: serving }, { owners, checkTables: false });
    },
    about: () => aboutDatabase(transactions.executor(), dialect),
    async now() {
      const { rows } = await sql<{ now: string }>`select ${dialect.now} as now`.execute(transactions.executor());
      return utc.decode(rows[0]?.now ?? '');
    },
    clock: dialect.clock,
    fullText: dialect.fullText?.(() => transactions.executor() as unknown as Kysely<unknown>) ?? null,
    async ping() {
      await withTimeout(PING_TIMEOUT, sql`select 1`.execute(kysely));
    },
    async close() {
      await kysely.destroy();
      transactions.close();
    },
  };
}

// Kysely cannot resolve a table name that is a type parameter; the public signatures keep the types in sync.
type UntypedKysely = Kysely<Record<string, Record<string, unknown>>>;

async function insert<T extends TableWithId>(
  executor: Kysely<Tables>,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<number> {
  const values = row as Record<string, unknown>;
  const untyped = executor as unknown as UntypedKysely;
  const { insertId } = await untyped
    .insertInto(table as string)
    .values(values)
    .executeTakeFirstOrThrow();
  return Number(values.id ?? insertId);
}

async function insertOne<T extends TableWithId>(
  executor: Kysely<Tables>,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<Selectable<Tables[T]>> {
  const id = await insert(executor, table, row);
  const untyped = executor as unknown as UntypedKysely;
  const stored = await untyped
    .selectFrom(table as string)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return stored as Selectable<Tables[T]>;
}

function singleWriter(): HostError {
  return new HostError(
    'database_single_writer',
    'The database allows one writer, and its transaction is still running. Do this before or after the transaction.',
  );
}

async function withTimeout(timeout: number, query: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeout} ms`)), timeout);
  });
  try {
    await Promise.race([query, late]);
  } catch (error) {
    const message = 'The database does not respond. Check that its server runs and that this machine can reach it.';
    throw new HostError('database_unavailable', message, { status: 503 }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Publishes one statement, including failed ones. */
function publishStatement(sql: string): void {
  const statement: TracedStatement = { sql };
  STATEMENTS.publish(statement);
}
