import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Deletes an account in its own process, which kills itself before one of its statements. Arguments: database URL,
 * account id, number of statements to run. Prints the number of statements if it was not killed.
 */
const [database = '', id = '', statements = ''] = process.argv.slice(2);

const host = await createTestHost({ database, plugins: [knowledgeBase()] });
const done = dieBeforeStatement(Number(statements));
await host.users.delete(Number(id));
console.log(done());
process.exit();
