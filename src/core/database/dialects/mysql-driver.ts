import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import type { Pool, PoolConnection } from 'mysql2';
import { HostError } from '../../errors.js';
import type { DatabaseTls } from '../address.js';
import { toHostError } from './mysql-errors.js';
import { createMysqlSession, type MysqlSession } from './mysql-session.js';
import type { MysqlAddress } from './mysql-url.js';

export interface MysqlDriverOptions {
  address: MysqlAddress;
  ssl: boolean | DatabaseTls;
  /** Unix socket; replaces host and port. */
  socketPath: string | undefined;
  /** Milliseconds a statement may take, or wait for a connection. */
  timeout: number;
  connectionLimit: number;
}

const CONNECT_TIMEOUT = 3000;
const QUEUE_LIMIT = 1000;

/** As strict as SQLite's STRICT tables, and no grouping that another server would reject. */
const SQL_MODE = [
  'STRICT_ALL_TABLES',
  'ONLY_FULL_GROUP_BY',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  // Stores an id of 0 as 0, like other servers, instead of generating the next id.
  'NO_AUTO_VALUE_ON_ZERO',
];
const SET_SESSION = `set session time_zone = '+00:00', sql_mode = '${SQL_MODE.join(',')}'`;

/** Creates a pool with fixed options. See `createMysqlSession` for how statements and transactions fail. */
export function createMysqlDriver(options: MysqlDriverOptions): Driver {
  const { address, ssl, socketPath, timeout, connectionLimit } = options;
  const server = socketPath ?? `${address.host}:${address.port}`;
  const sessions = new WeakMap<DatabaseConnection, MysqlSession>();
  const prepared = new WeakSet<PoolConnection>();
  let pool: Pool | undefined;

  function session(connection: DatabaseConnection): MysqlSession {
    const found = sessions.get(connection);
    if (!found) throw new HostError('database_unavailable', 'The connection was already released.', { status: 503 });
    return found;
  }

  function checkOut(from: Pool): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(allTaken(connectionLimit, timeout));
      }, timeout);
      from.getConnection((error, connection) => {
        clearTimeout(timer);
        if (error) reject(toHostError(error, server, timeout));
        else if (isLate) connection.release();
        else resolve(connection);
      });
    });
  }

  return {
    async init() {
      const { createPool } = await import('mysql2');
      pool = createPool({
        host: address.host,
        port: address.port,
        user: address.user,
        password: address.password,
        database: address.database,
        ...(socketPath !== undefined && { socketPath }),
        ...(ssl !== false && { ssl: ssl === true ? {} : ssl }),
        charset: 'utf8mb4',
        timezone: 'Z',
        dateStrings: true,
        supportBigNumbers: true,
        // No column is DECIMAL, but SUM over integers returns one.
        decimalNumbers: true,
        connectTimeout: CONNECT_TIMEOUT,
        connectionLimit,
        queueLimit: QUEUE_LIMIT,
        enableKeepAlive: true,
        multipleStatements: false,
      });
    },
    async acquireConnection() {
      if (!pool) throw new HostError('database_unavailable', 'The database is closed.', { status: 503 });
      const raw = await checkOut(pool);
      const connection = createMysqlSession(raw, { timeout, server });
      if (!prepared.has(raw)) {
        try {
          await connection.executeQuery(CompiledQuery.raw(SET_SESSION));
        } catch (error) {
          raw.destroy();
          throw error;
        }
        prepared.add(raw);
      }
      sessions.set(connection, connection);
      return connection;
    },
    beginTransaction: (connection, { accessMode }) => session(connection).begin(accessMode === 'read only'),
    commitTransaction: (connection) => session(connection).commit(),
    rollbackTransaction: (connection) => session(connection).rollback(),
    async releaseConnection(connection) {
      session(connection).release();
      sessions.delete(connection);
    },
    destroy() {
      return new Promise((resolve, reject) => {
        if (!pool) return resolve();
        pool.end((error) => (error ? reject(error) : resolve()));
        pool = undefined;
      });
    },
  };
}

function allTaken(connectionLimit: number, timeout: number): HostError {
  return new HostError(
    'database_busy',
    `All ${connectionLimit} database connections were in use for ${timeout} ms. Try again. If this happens often, look for long transactions.`,
    { status: 503, timeout },
  );
}
