import { DefaultQueryExecutor, type QueryResult } from 'kysely';

/**
 * From now on statements fail once so many have gone through, as they do for a process that is killed: what it would
 * clean up stays.
 */
export function stopBeforeStatement(statements: number): { wasStopped(): boolean; end(): void } {
  let left = statements;
  let isStopped = false;
  const { executeQuery } = DefaultQueryExecutor.prototype;
  DefaultQueryExecutor.prototype.executeQuery = async function <Row>(...parameters: Parameters<typeof executeQuery>) {
    if (left === 0) {
      isStopped = true;
      throw new Error('stopped');
    }
    left -= 1;
    return (await executeQuery.apply(this, parameters)) as QueryResult<Row>;
  };
  return {
    wasStopped: () => isStopped,
    end() {
      DefaultQueryExecutor.prototype.executeQuery = executeQuery;
    },
  };
}
