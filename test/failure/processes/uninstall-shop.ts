import { createTestHost } from '../../../src/testing.js';
import { shop } from '../../core/plugins/shop-plugins.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Uninstalls a plugin in a process of its own, which kills itself before one of its statements. Arguments: address of the
 * database, folder of the files, and how many statements go through. It prints how many there were when it was not killed.
 */
const [database = '', storage = '', statements = ''] = process.argv.slice(2);

const host = await createTestHost({ database, storage, plugins: [shop()] });
const done = dieBeforeStatement(Number(statements));
await host.lifecycle.uninstall('acme-shop', { exportTo: null });
console.log(done());
process.exit();
