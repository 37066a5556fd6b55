import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import type { Pool, PoolConnection, QueryError } from 'mysql2';

/**
 * Gives every query of the pool a time limit. A server that has frozen would otherwise keep the query, and with it
 * the site, for ever; and a connection that timed out may still deliver the late answer to the next query, so it is
 * destroyed instead of going back into the pool.
 * @param timeout milliseconds
 */
export function limitQueries(pool: Pool, timeout: number): MysqlPool {
  const limited = new WeakMap<PoolConnection, MysqlPoolConnection>();
  return {
    getConnection(callback) {
      pool.getConnection((error, connection) => {
        if (error) return callback(error, undefined as never);
        let wrapper = limited.get(connection);
        if (!wrapper) {
          wrapper = limitConnection(connection, timeout);
          limited.set(connection, wrapper);
        }
        callback(null, wrapper);
      });
    },
    end: (callback) => pool.end(callback),
  };
}

function limitConnection(connection: PoolConnection, timeout: number): MysqlPoolConnection {
  let isDestroyed = false;
  return {
    query(sql: string, values: readonly unknown[], callback: (error: unknown, result: never) => void) {
      connection.query({ sql, values: [...values], timeout }, (error: QueryError | null, result: unknown) => {
        if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') {
          isDestroyed = true;
          connection.destroy();
        }
        callback(error, result as never);
      });
      return { stream: () => Promise.reject(new Error('Streams are not limited in time. Read in pages instead.')) };
    },
    release() {
      if (!isDestroyed) connection.release();
    },
  } as MysqlPoolConnection;
}
