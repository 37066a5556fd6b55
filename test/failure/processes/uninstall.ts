import { knowledgeBase } from '../../../src/plugins.js';
import { createTestHost } from '../../../src/testing.js';
import { shop } from '../../core/plugins/shop-plugins.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Uninstalls a plugin in a process of its own, which kills itself before one of its statements. Arguments: address of the
 * database, folder of the files, name of the plugin, how many statements go through, and the folder of the export, empty
 * for none. It prints how many there were when it was not killed.
 */
const [database = '', storage = '', name = '', statements = '', exportTo = ''] = process.argv.slice(2);

const plugins = [shop(), knowledgeBase()].filter((plugin) => plugin.name === name);
const host = await createTestHost({ database, storage, plugins });
const done = dieBeforeStatement(Number(statements));
await host.lifecycle.uninstall(name, { exportTo: exportTo || null });
console.log(done());
process.exit();
