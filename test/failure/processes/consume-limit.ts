import { once } from 'node:events';
import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { resolveServices } from '../../../src/core/services/service-options.js';
import { createServices } from '../../../src/core/services/services.js';

/**
 * One of several processes of a site. Prints `ready`, waits for a line, makes concurrent calls against a shared limit,
 * and prints how many were allowed. Arguments: database URL, Redis URL (empty for none), number of calls, limit.
 */
const [database = '', redis = '', calls = '', max = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const db = createDatabase({ url: database });
const services = await createServices({
  config: { ...resolveServices({ redis, processes: 4 }, {}), timezone: 'UTC' },
  db,
  log,
});
await services.limiter.consume(`warm up ${process.pid}`, { max: 1, windowMs: 1000 });
console.log('ready');
await once(process.stdin, 'data');
const limit = { max: Number(max), windowMs: 600_000 };
const outcomes = await Promise.all(
  Array.from({ length: Number(calls) }, async () => services.limiter.consume('shared', limit)),
);
console.log(outcomes.filter(({ allowed }) => allowed).length);
await services.close();
await db.close();
process.stdin.destroy();
