import { DefaultQueryExecutor, type QueryResult } from 'kysely';

/**
 * From now on this process kills itself before a statement once so many have gone through.
 * @returns how many have gone through until now
 */
export function dieBeforeStatement(statements: number): () => number {
  let done = 0;
  const execute = DefaultQueryExecutor.prototype.executeQuery;
  DefaultQueryExecutor.prototype.executeQuery = function <Row>(...parameters: Parameters<typeof execute>) {
    if (done === statements) {
      process.kill(process.pid, 'SIGKILL');
      // The signal is on its way; nothing more may happen until it comes.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    done += 1;
    return execute.apply(this, parameters) as Promise<QueryResult<Row>>;
  };
  return () => done;
}
