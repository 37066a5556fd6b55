import { type Insertable, Kysely, type Selectable, sql, type UpdateObject, type ExpressionBuilder } from 'kysely';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import { utc } from './codec.js';
import { dialectOf } from './dialects/connect.js';
import { type Migration, migrate } from './migrate.js';
import type { Tables } from './tables.js';
import { createTransactions } from './transaction.js';

export type TableName = keyof Tables & string;

/** The columns to set, or how to work them out from the present ones. */
export type UpsertValues<T extends TableName> =
  | UpdateObject<Tables, T, T>
  | ((eb: ExpressionBuilder<Tables, T>) => UpdateObject<Tables, T, T>);

/** A site's database. */
export interface Database {
  /** For queries: the running transaction's executor if there is one in this async context, else the pool's. */
  readonly query: Kysely<Tables>;
  /**
   * Runs the work in one transaction; inside another it joins that one. Tried anew after a deadlock, so the work
   * must be repeatable. Callbacks of `afterCommit` are done when it resolves.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Calls back after the outermost commit, at once without a transaction, never after a rollback. */
  afterCommit(callback: () => void | Promise<void>): void;
  /** Inserts and reads the row back, with what the database added. */
  insertOne<T extends TableName>(table: T, row: Insertable<Tables[T]>): Promise<Selectable<Tables[T]>>;
  /** Inserts, or sets these columns of the row that has the same keys. */
  upsert<T extends TableName>(
    table: T,
    row: Insertable<Tables[T]>,
    keys: readonly (keyof Tables[T] & string)[],
    set: UpsertValues<T>,
  ): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
  /** The database's clock. */
  now(): Promise<Date>;
  /** @returns the names of the migrations applied now @throws HostError `migration_failed` */
  migrate(owner: string, migrations: readonly Migration[]): Promise<string[]>;
  /** @throws what the driver says when the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** See `dialectOf`. */
  readonly url: string;
  readonly log: Logger;
  /** Milliseconds after which a query to a server is given up; default 10 s. */
  readonly queryTimeout?: number;
}

/**
 * Opens a database.
 * @throws HostError `database_url_invalid`, `database_unavailable`
 */
export function createDatabase({ url, log, queryTimeout = 10_000 }: DatabaseOptions): Database {
  const dialect = open(url, queryTimeout);
  const kysely = new Kysely<Tables>({ dialect: dialect.kysely });
  const transactions = createTransactions(kysely, dialect.isRetryable, log);
  /** For statements over tables that are only known by name here; the public types say what fits. */
  const untyped = (): Kysely<Record<string, Record<string, unknown>>> => transactions.executor() as never;

  return {
    get query() {
      return transactions.executor();
    },
    transaction: transactions.run,
    afterCommit: transactions.afterCommit,
    insertOne(table, row) {
      return transactions.run(async () => {
        const { insertId } = await untyped().insertInto(table).values(row as Record<string, unknown>).executeTakeFirstOrThrow();
        const id = 'id' in row ? row.id : Number(insertId);
        const inserted = await untyped().selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        return inserted as never;
      });
    },
    async upsert(table, row, keys, set) {
      const insert = untyped().insertInto(table).values(row as Record<string, unknown>);
      const values = set as never;
      if (dialect.upsertStyle === 'on conflict') {
        await insert.onConflict((conflict) => conflict.columns([...keys]).doUpdateSet(values)).execute();
      } else {
        await insert.onDuplicateKeyUpdate(values).execute();
      }
    },
    isUniqueViolation: dialect.isUniqueViolation,
    async now() {
      const { rows } = await sql<{ now: string }>`select ${sql.raw(dialect.nowSql)} as now`.execute(kysely);
      return utc.decode(rows[0]?.now ?? '');
    },
    migrate: (owner, migrations) => migrate(kysely, dialect, owner, migrations),
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    close: () => kysely.destroy(),
  };
}

function open(url: string, queryTimeout: number) {
  try {
    return dialectOf(url, { queryTimeout });
  } catch (error) {
    if (error instanceof HostError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError('database_unavailable', `The database cannot be opened: ${reason}`, {}, { cause: error });
  }
}
