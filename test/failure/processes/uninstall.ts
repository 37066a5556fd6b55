import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';
import { shop } from '../../core/plugins/shop-plugins.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Uninstalls a plugin in its own process, which kills itself before one of its statements. Arguments: database URL,
 * storage folder, plugin name, number of statements to run, export folder (empty for none). Prints the number of
 * statements if it was not killed.
 */
const [database = '', storage = '', name = '', statements = '', exportTo = ''] = process.argv.slice(2);

const plugins = [shop(), knowledgeBase()].filter((plugin) => plugin.name === name);
const host = await createTestHost({ database, storage, plugins });
const done = dieBeforeStatement(Number(statements));
await host.lifecycle.uninstall(name, { exportTo: exportTo || null });
console.log(done());
process.exit();
