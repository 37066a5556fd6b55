import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CompiledQuery, QueryResult } from 'kysely';
import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import { HostError, messageOf } from '../../errors.js';
import { type Parameter, toParameters } from './parameters.js';

/** One connection to a file or to a database in memory. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  run<Row>(query: CompiledQuery): QueryResult<Row>;
  /** Statements without parameters and results. */
  exec(sql: string): void;
  close(): void;
}

/** Milliseconds for which a connection that only reads waits: others recover or close the file for a moment at most. */
const READER_TIMEOUT = 5000;

/** Texts that a connection keeps prepared. Lists in conditions make ever new ones. */
const MOST_PREPARED = 200;

/** @throws HostError `database_unavailable` */
export function openConnection(file: string | null): SqliteConnection {
  const database = open(file);
  // Preparing takes longer than most statements take. SQLite prepares them anew by itself when the schema has changed.
  const prepared = new LRUCache<string, { readonly statement: Libsql.Statement; readonly hasRows: boolean }>({
    max: MOST_PREPARED,
  });

  function prepare(sql: string) {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    // Asking the driver takes as long as reading a row.
    const made = { statement, hasRows: statement.reader };
    prepared.set(sql, made);
    return made;
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
        // The driver leaves a statement that failed as it stands.
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

/** A connection that cannot write. */
export function openReader(file: string): SqliteConnection {
  const reader = openConnection(file);
  reader.exec(`pragma query_only = on; pragma busy_timeout = ${READER_TIMEOUT}`);
  return reader;
}

/** A reader that sees the file as it is now until it is closed, while others write. */
export function openSnapshot(file: string): SqliteConnection {
  const snapshot = openReader(file);
  // The view begins with the first statement that reads.
  snapshot.exec('begin; select count(*) from sqlite_schema');
  return snapshot;
}

/**
 * Creates the file if it is missing, for this user only. SQLite gives `-wal` and `-shm` the mode of the file itself. A file
 * that exists is not opened: closing it would release the locks that SQLite holds on it in this process, and the database
 * would be damaged (sqlite.org/howtocorrupt.html, section 2.2).
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

/** The driver binds every number as REAL: `n / 2` would not be a division of integers, and 1 in a text be '1.0'. */
function exact(value: Parameter): Parameter {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}
