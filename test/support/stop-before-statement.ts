import { DefaultQueryExecutor, type QueryResult } from 'kysely';

/** Makes all statements fail after the given number, as for a killed process, whose cleanup does not run. */
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
