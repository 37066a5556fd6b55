import { DefaultQueryExecutor, type QueryResult } from 'kysely';
import { die } from './die.js';

/**
 * Makes this process kill itself before a statement, once the given number has run.
 * @param others returns the number of other steps so far, which count too
 * @returns function that returns the number of statements so far
 */
export function dieBeforeStatement(statements: number, others = (): number => 0): () => number {
  let done = 0;
  const execute = DefaultQueryExecutor.prototype.executeQuery;
  DefaultQueryExecutor.prototype.executeQuery = function <Row>(...parameters: Parameters<typeof execute>) {
    if (done + others() === statements) die();
    done += 1;
    return execute.apply(this, parameters) as Promise<QueryResult<Row>>;
  };
  return () => done;
}
