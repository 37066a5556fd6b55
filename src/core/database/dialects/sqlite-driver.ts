import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import Libsql from 'libsql';

/** Milliseconds SQLite itself waits for another process's lock. Waiting blocks the event loop, so it is short. */
const BUSY_TIMEOUT = 100;
/** Milliseconds we wait for that lock in all, letting the event loop go on between tries. */
const PATIENCE = 15_000;

/**
 * Two connections to one file. Transactions and single writes take turns on the writer; reads outside of
 * transactions have a connection of their own, so that they neither wait for a transaction nor see what it has not
 * committed. A database in memory cannot be opened twice: there, reads take their turn as well.
 */
export function createSqliteDriver(file: string): Driver {
  const writer = open(file);
  const reader = file === ':memory:' ? null : open(file);
  const turns = createTurns();

  async function executeOutside(query: CompiledQuery): Promise<QueryResult<never>> {
    const { sql } = query;
    if (reader && /^\s*(?:select|with|pragma|explain)\b/i.test(sql)) return retryWhileBusy(() => execute(reader, query));
    const release = await turns.take();
    try {
      return await retryWhileBusy(() => execute(writer, query));
    } finally {
      release();
    }
  }

  return {
    async init() {},
    async acquireConnection() {
      return new SqliteConnection(executeOutside, (query) => execute(writer, query));
    },
    async beginTransaction(connection) {
      const release = await turns.take();
      try {
        // A writer from the start: a transaction that first reads could not become one while another is writing.
        await retryWhileBusy(() => writer.exec('begin immediate'));
      } catch (error) {
        release();
        throw error;
      }
      (connection as SqliteConnection).enter(release);
    },
    async commitTransaction(connection) {
      await retryWhileBusy(() => writer.exec('commit'));
      (connection as SqliteConnection).leave();
    },
    async rollbackTransaction(connection) {
      try {
        if (writer.inTransaction) writer.exec('rollback');
      } finally {
        (connection as SqliteConnection).leave();
      }
    },
    async releaseConnection() {},
    async destroy() {
      writer.close();
      reader?.close();
    },
  };
}

/** A use of the database: its statements stand alone until it enters a transaction. */
class SqliteConnection implements DatabaseConnection {
  #release: (() => void) | null = null;
  readonly #executeOutside: (query: CompiledQuery) => Promise<QueryResult<never>>;
  readonly #executeInside: (query: CompiledQuery) => QueryResult<never>;

  constructor(
    executeOutside: (query: CompiledQuery) => Promise<QueryResult<never>>,
    executeInside: (query: CompiledQuery) => QueryResult<never>,
  ) {
    this.#executeOutside = executeOutside;
    this.#executeInside = executeInside;
  }

  enter(release: () => void): void {
    this.#release = release;
  }

  leave(): void {
    this.#release?.();
    this.#release = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#release ? this.#executeInside(query) : this.#executeOutside(query);
  }

  // biome-ignore lint/correctness/useYield: libsql reads results whole, so streams have nothing to offer
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('This driver does not stream. Read in pages instead.');
  }
}

function open(file: string): Libsql.Database {
  const database = new Libsql(file);
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = normal');
  database.exec('pragma foreign_keys = on');
  return database;
}

function execute(database: Libsql.Database, { sql, parameters }: CompiledQuery): QueryResult<never> {
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all([...parameters]) as never[] };
  const { changes, lastInsertRowid } = statement.run([...parameters]);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

async function retryWhileBusy<T>(work: () => T): Promise<T> {
  const giveUp = Date.now() + PATIENCE;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const isBusy = error instanceof Error && /database is locked|SQLITE_BUSY/.test(error.message);
      if (!isBusy || Date.now() > giveUp) throw error;
      await sleep(5 + Math.random() * 25);
    }
  }
}

/** A queue of one: whoever takes a turn must give it back. */
function createTurns(): { take(): Promise<() => void> } {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      let release = (): void => {};
      last = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return release;
    },
  };
}
