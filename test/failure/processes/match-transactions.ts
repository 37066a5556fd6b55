import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { createOutbox } from '../../../src/core/outbox/outbox.js';
import { createLocks } from '../../../src/core/services/locks/locks.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { createExclusive } from '../../../src/plugins/bank/exclusive.js';
import { createMatching } from '../../../src/plugins/bank/matching/matching.js';
import { DEFAULT_MATCH_SETTINGS } from '../../../src/plugins/bank/matching/settings.js';
import { listenToBank } from '../listen-to-bank.js';

/**
 * Matches new transactions in small chunks as soon as it gets the lock. Prints `ready`, a line after each chunk, and
 * `done`. Argument: database URL.
 */
const [url = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const hooks = createHooks();
const log = pino({ level: 'silent' });
const outbox = createOutbox({ db, hooks, log, interval: 50 });
const locks = createLocks(db, log);
listenToBank(db, hooks, outbox);
outbox.start();
const matching = createMatching({
  db,
  hooks,
  outbox,
  exclusive: createExclusive({ db, locks, runs: { running: async () => null } }),
  settings: () => DEFAULT_MATCH_SETTINGS,
  now: () => new Date(),
  chunkSize: 5,
});

console.log('ready');
for (;;) {
  // Short, so that the successor of a killed process need not wait for long.
  const lease = await locks.acquire('bank_run', { ttl: 1000 });
  if (!lease) {
    await sleep(20);
    continue;
  }
  try {
    await matching.matchNew({ lease, onProgress: (looked) => console.log(String(looked)) });
  } finally {
    await lease.release();
  }
  break;
}
console.log('done');
// Delivers announced events until it is killed.
await sleep(600_000);
