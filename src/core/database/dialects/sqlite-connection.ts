import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CompiledQuery, QueryResult } from 'kysely';
import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import { HostError, messageOf } from '../../errors.js';
import { type Parameter, toParameters } from './parameters.js';

/** Connection to a database file or an in-memory database. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  run<Row>(query: CompiledQuery): QueryResult<Row>;
  /** Runs statements without parameters or results. */
  exec(sql: string): void;
  close(): void;
}

/** Milliseconds a read-only connection waits while another process briefly recovers or closes the file. */
const READER_TIMEOUT = 5000;

/** Maximum number of prepared statements per connection (LRU). Lists in conditions keep producing new ones. */
const MAX_STATEMENTS = 200;

/** @throws HostError `database_unavailable` */
export function openConnection(file: string | null): SqliteConnection {
  const database = open(file);
  // Preparing takes longer than running most statements. SQLite re-prepares them after a schema change.
  const prepared = new LRUCache<string, { readonly statement: Libsql.Statement; readonly hasRows: boolean }>({
    max: MAX_STATEMENTS,
  });

  function prepare(sql: string) {
    const cached = prepared.get(sql);
    if (cached) return cached;
    const statement = database.prepare(sql);
    // `statement.reader` is as slow as reading a row, so it is cached.
    const entry = { statement, hasRows: statement.reader };
    prepared.set(sql, entry);
    return entry;
  }

  return {
    get inTransaction() {
      return database.inTransaction;
    },
    run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
      const values = toParameters(parameters).map(exact);
      const { statement, hasRows } = prepare(sql);
      try {
        if (hasRows) return { rows: statement.all(values) as Row[] };
        const { changes, lastInsertRowid } = statement.run(values);
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      } catch (error) {
        // The driver does not reset a failed statement.
        prepared.delete(sql);
        throw error;
      }
    },
    exec: (sql) => void database.exec(sql),
    close() {
      prepared.clear();
      database.close();
    },
  };
}

/** Opens a read-only connection. */
export function openReader(file: string): SqliteConnection {
  const reader = openConnection(file);
  reader.exec(`pragma query_only = on; pragma busy_timeout = ${READER_TIMEOUT}`);
  return reader;
}

/** Opens a read-only connection that keeps its current view of the file until it is closed. */
export function openSnapshot(file: string): SqliteConnection {
  const snapshot = openReader(file);
  // The view starts with the first statement that reads.
  snapshot.exec('begin; select count(*) from sqlite_schema');
  return snapshot;
}

/**
 * Creates the file with owner-only permissions if it is missing. SQLite gives `-wal` and `-shm` the same mode. An
 * existing file is not opened: closing it would release SQLite's locks on it in this process and could corrupt the
 * database (sqlite.org/howtocorrupt.html, section 2.2).
 */
function createPrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function open(file: string | null): Libsql.Database {
  try {
    if (file) createPrivateFile(file);
    const database = new Libsql(file ?? ':memory:', { timeout: READER_TIMEOUT });
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 0');
    return database;
  } catch (error) {
    throw new HostError(
      'database_unavailable',
      `The database file ${file} cannot be opened: ${messageOf(error)}. Check that its folder exists and is writable.`,
      { status: 503, file },
      { cause: error },
    );
  }
}

/**
 * Binds integers as INTEGER. The driver would bind REAL: `n / 2` would not be integer division, and 1 as text be
 * '1.0'.
 */
function exact(value: Parameter): Parameter {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}
