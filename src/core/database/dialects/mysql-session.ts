import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolConnection, QueryError, QueryResult as ServerResult } from 'mysql2';
import { retry } from '../retry.js';
import { isFatal, isRetryable, toHostError } from './mysql-errors.js';
import { toParameters } from './parameters.js';

export interface SessionOptions {
  /** Milliseconds a statement may take. */
  timeout: number;
  /** Host and port, for messages. */
  server: string;
}

/** A connection that is checked out of the pool. */
export interface MysqlSession extends DatabaseConnection {
  /** @param isSnapshot reads only, and what is there now, whatever others write meanwhile */
  begin(isSnapshot: boolean): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
}

const ATTEMPTS = 5;

/**
 * Statements with a deadline. A connection whose statement was given up is destroyed, never released: it still owes an
 * answer, and its server may be frozen. Once the server has ended a transaction by itself (deadlock, lost connection),
 * every further statement of it fails with that error; it would be stored on its own otherwise.
 */
export function createMysqlSession(raw: PoolConnection, { timeout, server }: SessionOptions): MysqlSession {
  let inTransaction = false;
  let ended: unknown;

  function send(sql: string, parameters: readonly unknown[] = []): Promise<ServerResult> {
    return new Promise((resolve, reject) => {
      if (ended !== undefined) throw ended;
      raw.query({ sql, values: toParameters(parameters), timeout }, (error: QueryError | null, result) => {
        if (!error) return resolve(result as ServerResult);
        const known = toHostError(error, server, timeout);
        if (isFatal(error)) raw.destroy();
        if (isFatal(error) || (inTransaction && isRetryable(error))) ended = known;
        reject(known);
      });
    });
  }

  async function executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const work = () => send(sql, parameters);
    return toResult<Row>(inTransaction ? await work() : await retry(work, { isRetryable, attempts: ATTEMPTS }));
  }

  return {
    executeQuery,
    // A result is complete before its first row is handed out, so that the deadline holds for it as a whole.
    async *streamQuery<Row>(query: CompiledQuery) {
      yield await executeQuery<Row>(query);
    },
    async begin(isSnapshot) {
      if (isSnapshot) await send('set transaction isolation level repeatable read');
      await send(isSnapshot ? 'start transaction with consistent snapshot, read only' : 'begin');
      inTransaction = true;
    },
    async commit() {
      await send('commit');
      inTransaction = false;
    },
    async rollback() {
      ended = undefined;
      // What cannot be told is the same to the server: it rolls back when the connection ends.
      await send('rollback').catch(() => raw.destroy());
      inTransaction = false;
    },
    release() {
      if (inTransaction) raw.destroy();
      else raw.release();
    },
  };
}

function toResult<Row>(result: ServerResult): QueryResult<Row> {
  if (Array.isArray(result)) return { rows: result as Row[] };
  const { insertId, affectedRows, changedRows } = result;
  return {
    rows: [],
    insertId: insertId ? BigInt(insertId) : undefined,
    numAffectedRows: BigInt(affectedRows),
    numChangedRows: BigInt(changedRows),
  };
}
