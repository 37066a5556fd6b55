import { createDatabase } from '../../../../src/core/database/database.js';
import { testMigrations } from '../test-migrations.js';

/** Migrates on the first input and prints the applied migrations. Argument: URL. */
const [url = ''] = process.argv.slice(2);
const db = createDatabase({ url });
console.log('ready');
process.stdin.once('data', async () => {
  console.log(JSON.stringify(await db.migrate('tests', testMigrations)));
  await db.close();
  process.stdin.destroy();
});
