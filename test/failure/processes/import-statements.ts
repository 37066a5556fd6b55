import { openDroppedStatements } from '../dropped-statements.js';

/** Imports what lies in a folder, once. Arguments: address of the database, the folder. */
const [url = '', folder = ''] = process.argv.slice(2);
const site = await openDroppedStatements(url, folder);
console.log('ready');
await site.process({ isForced: true });
console.log('done');
await site.outbox.close();
await site.db.close();
