import { DefaultQueryExecutor, type QueryResult } from 'kysely';
import { knowledgeBase } from '../../../src/plugins.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Uninstalls the knowledge base in a process of its own, which kills itself before one of its statements. Arguments:
 * address of the database, folder of the files, and how many statements go through. It prints how many there were when it
 * was not killed.
 */
const [database = '', storage = '', statements = ''] = process.argv.slice(2);
let left = Number(statements);
let done = 0;

const host = await createTestHost({ database, storage, plugins: [knowledgeBase()] });
const execute = DefaultQueryExecutor.prototype.executeQuery;
DefaultQueryExecutor.prototype.executeQuery = function <Row>(...parameters: Parameters<typeof execute>) {
  if (left === 0) {
    process.kill(process.pid, 'SIGKILL');
    // The signal is on its way; nothing more may happen until it comes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  left -= 1;
  done += 1;
  return execute.apply(this, parameters) as Promise<QueryResult<Row>>;
};
await host.lifecycle.uninstall('knowledge-base', { exportTo: null });
console.log(done);
process.exit();
