import { appendFileSync } from 'node:fs';
import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { createSchedules } from '../../../src/core/services/schedule/schedules.js';
import { openQueue } from '../../support/open-queue.js';

/**
 * Runs a schedule every second and works on its jobs, in its own process. Arguments: database URL, key prefix or
 * `table`, a file to which the time of each run is appended.
 */
const [url = '', prefix = '', file = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const log = pino({ level: 'silent' });
const jobs = await openQueue(db, prefix === 'table' ? null : prefix, log, { poll: 200 });
const schedules = createSchedules({ db, jobs, log, timezone: 'UTC' });
schedules.add(
  {
    name: 'acme_tick',
    cron: '* * * * * *',
    run: async ({ slot }) => appendFileSync(file, `${slot.getTime()}\n`),
  },
  'acme',
);
jobs.work();
schedules.start();
console.log('working');
setInterval(() => undefined, 60_000);
