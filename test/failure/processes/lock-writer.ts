import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { createLocks } from '../../../src/core/services/locks/locks.js';
import '../locked-table.js';

/**
 * Acquires a lock repeatedly, writes its token under it and prints it. Arguments: database URL, TTL of the lease in
 * milliseconds, and optionally `once`: keeps the first lease and writes again for each line.
 */
const [url = '', ttl = '', mode = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const locks = createLocks(db, pino({ level: 'silent' }));
const options = { ttl: Number(ttl), heartbeat: Number(ttl) / 3 };

for (;;) {
  const lease = await locks.acquire('writing', options);
  if (!lease) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    continue;
  }
  const write = () =>
    lease.transaction(() =>
      db.query
        .insertInto('locked_writes')
        .values({ token: lease.token, writer: String(process.pid) })
        .execute(),
    );
  if (mode === 'once') {
    await write();
    console.log(`written ${lease.token}`);
    for await (const _ of process.stdin) {
      const outcome = await write().then(
        () => 'written',
        (error: { code?: string }) => `refused ${error.code}`,
      );
      console.log(outcome);
    }
  }
  await write();
  console.log(lease.token);
  await lease.release();
}
