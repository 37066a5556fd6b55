import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Database } from '../../src/core/database/database.js';
import { createBullmqJobs } from '../../src/core/services/jobs/bullmq-jobs.js';
import { JOB_TIMES, type JobTimes } from '../../src/core/services/jobs/job-times.js';
import type { JobsService } from '../../src/core/services/jobs/jobs.js';
import { createTableJobs } from '../../src/core/services/jobs/table-jobs.js';

const REDIS = 'redis://127.0.0.1:6379';

/** @returns key prefix of one test; delete its keys afterwards */
export function freshPrefix(): string {
  return `mortise-test-${randomBytes(8).toString('hex')}:`;
}

/** @param prefix null for the table */
export async function openQueue(
  db: Database,
  prefix: string | null,
  log: Logger,
  times: Partial<JobTimes>,
): Promise<JobsService> {
  const all = { ...JOB_TIMES, ...times };
  if (prefix === null) return createTableJobs(db, log, all);
  const address = { url: REDIS, server: new URL(REDIS).host, prefix };
  return createBullmqJobs({ address, db, log, times: all });
}

export async function removeKeys(prefix: string): Promise<void> {
  const client = new Redis(REDIS);
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 500 })) {
    if (keys.length > 0) await client.unlink(...keys);
  }
  await client.quit();
}
