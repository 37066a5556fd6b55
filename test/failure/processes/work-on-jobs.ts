import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { openQueue } from '../../support/open-queue.js';
import { die } from './die.js';

/**
 * Works on the job `acme_cook` in its own process. Arguments: database URL; key prefix, or `table`; a file to which
 * `begun` or `done`, the attempt and the payload are appended; mode: `finish`, `hang` in the first run until a line
 * arrives, `die` midway, or `add-and-die`, which adds a job in a transaction and dies between commit and handover.
 */
const [url = '', prefix = '', file = '', mode = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const jobs = await openQueue(db, prefix === 'table' ? null : prefix, pino({ level: 'silent' }), {
  lease: 1_500,
  poll: 100,
});
const record = (what: string) => appendFileSync(file, `${what}\n`);

const queue = jobs.define<string, string>(
  {
    name: 'acme_cook',
    attempts: 3,
    backoff: 0,
    async run({ attempt, payload, signal }) {
      record(`begun ${attempt} ${payload}`);
      if (mode === 'die') die();
      // On a slow machine the lease may end, and a later run must not wait for another line.
      if (mode === 'hang' && attempt === 1) {
        console.log('begun');
        await once(process.stdin, 'data');
        console.log(`woken ${signal.aborted}`);
      }
      await sleep(20);
      record(`done ${attempt} ${payload}`);
      return `by ${mode}`;
    },
  },
  'acme',
);

if (mode === 'add-and-die') {
  await db.transaction(async () => {
    db.afterCommit(die);
    console.log((await queue.add('soup')).id);
  });
}
jobs.work();
console.log('working');
setInterval(() => undefined, 60_000);
