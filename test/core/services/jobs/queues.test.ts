import { pino } from 'pino';
import { afterEach } from 'vitest';
import { createDatabase } from '../../../../src/core/database/database.js';
import { migratedDatabase } from '../../../support/databases.js';
import { freshPrefix, openQueue, removeKeys } from '../../../support/open-queue.js';
import { queues } from '../../../support/queues.js';
import { jobsContract } from '../jobs-contract.js';
import { jobsControlContract } from '../jobs-control-contract.js';
import { type JobsUnderTest, QUICK } from '../jobs-under-test.js';

const log = pino({ level: 'silent' });
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

for (const { name, dialect, isOutside } of queues) {
  const create = async (): Promise<JobsUnderTest> => {
    const { url, drop } = await migratedDatabase(dialect);
    const prefix = isOutside ? freshPrefix() : null;
    const db = createDatabase({ url });
    cleanups.push(drop, db.close);
    if (prefix) cleanups.push(() => removeKeys(prefix));
    return {
      db,
      async open(times) {
        const jobs = await openQueue(db, prefix, log, { ...QUICK, ...times });
        cleanups.push(jobs.close);
        return jobs;
      },
    };
  };
  jobsContract(name, create);
  jobsControlContract(name, create);
}
