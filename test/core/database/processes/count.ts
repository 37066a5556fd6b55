import { createDatabase } from '../../../../src/core/database/database.js';
import '../test-tables.js';

/** Increments the counter in the given number of concurrent transactions. Arguments: URL, number. */
const [url = '', number = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const step = () =>
  db.transaction(async () => {
    const { hits } = await db.query.selectFrom('counters').select('hits').forUpdate().executeTakeFirstOrThrow();
    await db.query
      .updateTable('counters')
      .set({ hits: hits + 1 })
      .execute();
  });
await Promise.all(Array.from({ length: Number(number) }, step));
console.log('done');
await db.close();
