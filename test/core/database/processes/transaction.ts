import { once } from 'node:events';
import { createDatabase } from '../../../../src/core/database/database.js';
import '../test-tables.js';

/** Inserts `half-done` in a transaction, prints `inserted`, and commits on the next input. Argument: URL. */
const [url = ''] = process.argv.slice(2);
const db = createDatabase({ url });
await db.transaction(async () => {
  await db.insertOne('samples', { slug: 'half-done' });
  console.log('inserted');
  await once(process.stdin, 'data');
});
console.log('committed');
await db.close();
process.stdin.destroy();
