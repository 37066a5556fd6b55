import { openDroppedStatements } from '../dropped-statements.js';

/** Imports the files in a folder once. Arguments: database URL, folder. */
const [url = '', folder = ''] = process.argv.slice(2);
const site = await openDroppedStatements(url, folder);
console.log('ready');
await site.process({ isForced: true });
console.log('done');
await site.outbox.close();
await site.db.close();
