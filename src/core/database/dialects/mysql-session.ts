import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolConnection, QueryError, QueryResult as ServerResult } from 'mysql2';
import { retry } from '../retry.js';
import { isFatal, isRetryable, toHostError } from './mysql-errors.js';
import { toParameters } from './parameters.js';

export interface SessionOptions {
  /** Milliseconds a statement may take. */
  timeout: number;
  /** Host and port, or socket path, for messages. */
  server: string;
}

/** Connection checked out of the pool. */
export interface MysqlSession extends DatabaseConnection {
  /** @param isSnapshot read-only, with the view at the start of the transaction */
  begin(isSnapshot: boolean): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): void;
}

const ATTEMPTS = 5;

/**
 * Creates a session whose statements have a deadline. A connection with an abandoned statement is destroyed, never
 * released: it still owes a response, and its server may be frozen. After the server ends a transaction (deadlock,
 * lost connection), its remaining statements fail with that error; otherwise each would commit separately.
 */
export function createMysqlSession(raw: PoolConnection, { timeout, server }: SessionOptions): MysqlSession {
  let inTransaction = false;
  let ended: unknown;

  function send(sql: string, parameters: readonly unknown[] = []): Promise<ServerResult> {
    return new Promise((resolve, reject) => {
      if (ended !== undefined) throw ended;
      raw.query({ sql, values: toParameters(parameters), timeout }, (error: QueryError | null, result) => {
        if (!error) return resolve(result as ServerResult);
        const hostError = toHostError(error, server, timeout);
        if (isFatal(error)) raw.destroy();
        if (isFatal(error) || (inTransaction && isRetryable(error))) ended = hostError;
        reject(hostError);
      });
    });
  }

  async function executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const work = () => send(sql, parameters);
    return toResult<Row>(inTransaction ? await work() : await retry(work, { isRetryable, attempts: ATTEMPTS }));
  }

  return {
    executeQuery,
    // The whole result is read before the first row is yielded, so the deadline covers all of it.
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
      // If the rollback cannot be sent, closing the connection makes the server roll back.
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
