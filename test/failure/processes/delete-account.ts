import { knowledgeBase } from '../../../src/plugins.js';
import { createTestHost } from '../../../src/testing.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Deletes an account in a process of its own, which kills itself before one of its statements. Arguments: address of the
 * database, id of the account, and how many statements go through. It prints how many there were when it was not killed.
 */
const [database = '', id = '', statements = ''] = process.argv.slice(2);

const host = await createTestHost({ database, plugins: [knowledgeBase()] });
const done = dieBeforeStatement(Number(statements));
await host.users.delete(Number(id));
console.log(done());
process.exit();
