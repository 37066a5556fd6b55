import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import { renamePrefix } from '../../../src/core/database/rename-prefix.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Changes the table prefix of a site in its own process, which kills itself. Arguments: database URL, new prefix,
 * number of statements to run, -1 for all. Prints the number of statements if it was not killed.
 */
const [url = '', prefix = '', statements = ''] = process.argv.slice(2);
const db = openForMaintenance({ url });
const done = dieBeforeStatement(Number(statements));
await renamePrefix(db, prefix);
console.log(done());
await db.close();
