import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { HostError } from '../../errors.js';
import { createMutex } from '../mutex.js';
import { openConnection, openReader, openSnapshot, type SqliteConnection } from './sqlite-connection.js';
import { isBusy, isFull, toHostError } from './sqlite-errors.js';

export interface SqliteDriverOptions {
  /** Absolute path, or null for an in-memory database. */
  file: string | null;
  /** Milliseconds a statement waits for the transaction of another task in this process. */
  timeout: number;
}

/** Milliseconds to wait for another process's write lock. */
const BUSY_TIMEOUT = 5000;
const BUSY_PAUSE = 10;

/** Statements that SQLite rejects or ignores inside a transaction. */
const NO_TRANSACTION = /^\s*(?:pragma|vacuum)\b/i;

/**
 * Creates a driver with one writing connection and, for a file, one reading connection.
 *
 * Each transaction, and each statement outside one, has exclusive use of the writing connection, so two tasks never
 * share a transaction. Reads outside transactions use the second connection: with WAL they run beside an open
 * transaction and see only committed rows. An in-memory database has one connection, so readers wait as well.
 *
 * A read-only transaction has its own connection, with the view at its start. The others begin IMMEDIATE, so a
 * transaction that reads first and writes later cannot fail halfway. Waiting for another process is asynchronous,
 * because SQLite's own busy_timeout would block the event loop.
 */
export function createSqliteDriver({ file, timeout }: SqliteDriverOptions): Driver {
  const turns = createMutex();
  const transactions = new WeakMap<DatabaseConnection, () => void>();
  const snapshots = new Map<DatabaseConnection, SqliteConnection>();
  let writer: SqliteConnection | undefined;
  let reader: SqliteConnection | undefined;

  function opened(database: SqliteConnection | undefined): SqliteConnection {
    if (database) return database;
    throw new HostError('database_unavailable', 'The database is closed.', { status: 503 });
  }

  async function execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await executeRaw(connection, query);
    } catch (error) {
      throw toHostError(error, file);
    }
  }

  async function executeRaw<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const snapshot = snapshots.get(connection);
    if (snapshot) return snapshot.run(query);
    if (transactions.has(connection)) {
      if (!opened(writer).inTransaction) throw transactionLost();
      return opened(writer).run(query);
    }
    if (reader && isRead(query)) return reader.run(query);
    const leave = await turns.acquire(timeout);
    try {
      return NO_TRANSACTION.test(query.sql) ? opened(writer).run(query) : await runAlone(opened(writer), query);
    } finally {
      leave();
    }
  }

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      executeQuery: (query) => execute(connection, query),
      // All rows are read before the first is yielded: an open cursor would keep the reader's view stale.
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await execute<Row>(connection, query);
      },
    };
    return connection;
  }

  return {
    async init() {
      writer = openConnection(file);
      if (file) reader = openReader(file);
    },
    async acquireConnection() {
      return connect();
    },
    async beginTransaction(connection, { accessMode }) {
      if (file && accessMode === 'read only') {
        snapshots.set(connection, openSnapshot(file));
        return;
      }
      const leave = await turns.acquire(timeout);
      try {
        await begin(opened(writer));
      } catch (error) {
        leave();
        throw error;
      }
      transactions.set(connection, leave);
    },
    async commitTransaction(connection) {
      const snapshot = snapshots.get(connection);
      if (snapshot) return void snapshot.exec('commit');
      if (!opened(writer).inTransaction) throw transactionLost();
      try {
        opened(writer).exec('commit');
      } catch (error) {
        throw toHostError(error, file);
      }
    },
    async rollbackTransaction(connection) {
      const snapshot = snapshots.get(connection);
      if (snapshot) return void snapshot.exec('rollback');
      if (opened(writer).inTransaction) opened(writer).exec('rollback');
    },
    async releaseConnection(connection) {
      snapshots.get(connection)?.close();
      snapshots.delete(connection);
      const leave = transactions.get(connection);
      transactions.delete(connection);
      leave?.();
    },
    async destroy() {
      // Closing rolls back a transaction that does not end in time.
      const leave = await turns.acquire(timeout).catch(() => undefined);
      reader?.close();
      // libsql keeps the file open while statements live, so closing alone leaves all data in the WAL, and a copy of
      // the file
      // after a stop would be incomplete. A process that is reading prevents the truncation.
      try {
        if (leave) writer?.exec('pragma wal_checkpoint(truncate)');
      } catch (error) {
        // On a full disk the WAL stays and the next opening recovers it: no data is lost.
        if (!isFull(error)) throw error;
      } finally {
        writer?.close();
        reader = writer = undefined;
        leave?.();
      }
    },
  };
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);
}

/**
 * Takes the write lock. Only this call can meet a busy file: the driver does not reset a prepared statement that
 * fails this way, and its connection would keep a stale view.
 */
async function begin(database: SqliteConnection): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      database.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await sleep(BUSY_PAUSE * (0.5 + Math.random()));
  }
}

/** Runs one statement in its own transaction. */
async function runAlone<Row>(database: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
  await begin(database);
  try {
    const result = database.run<Row>(query);
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

function transactionLost(): HostError {
  return new HostError(
    'database_transaction_lost',
    'The database rolled back the transaction after an error. The first error of the transaction has the reason.',
    { status: 503 },
  );
}
