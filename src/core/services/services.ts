import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import { createVersions, type Versions } from './bus/versions.js';
import { redisAddress } from './connection/redis-address.js';
import { createBullmqJobs } from './jobs/bullmq-jobs.js';
import type { JobsService } from './jobs/jobs.js';
import { createTableJobs } from './jobs/table-jobs.js';
import { createLocks, type Locks } from './locks/locks.js';
import { createDiskStore } from './objects/disk.js';
import type { ObjectStoreService } from './objects/object-store.js';
import { createS3Store } from './objects/s3.js';
import { createMemoryRateLimiter } from './rate-limit/memory.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import type { Schedules } from './schedule/schedule.js';
import { createSchedules } from './schedule/schedules.js';
import type { ServiceConfig } from './service-options.js';

/** What the parts of a host share with each other and with other processes. */
export interface Services {
  readonly versions: Versions;
  readonly locks: Locks;
  readonly limiter: RateLimiter;
  /** All files of the site: those of the core below `_media/`, those of a plugin below its name. */
  readonly objects: ObjectStoreService;
  /** Working on jobs includes watching the clock for schedules. */
  readonly jobs: JobsService;
  readonly schedules: Schedules;
  /** Ends what runs by itself; the database is closed afterwards. */
  close(): Promise<void>;
}

/** Chooses the implementation of every port: embedded, or the server that the configuration names. */
export async function createServices({
  config,
  db,
  log,
}: {
  config: ServiceConfig & Pick<Config, 'timezone'>;
  db: Database;
  log: Logger;
}): Promise<Services> {
  const versions = createVersions(db, log);
  const locks = createLocks(db, log);
  const limiter = createMemoryRateLimiter();
  const objects = config.storage.startsWith('file:')
    ? createDiskStore(config.storage)
    : await createS3Store(config.storage);
  const queue =
    config.redis === null
      ? createTableJobs(db, log)
      : await createBullmqJobs({ address: await redisAddress(config.redis, db), db, log });
  const schedules = createSchedules({ db, jobs: queue, log, timezone: config.timezone });
  return {
    versions,
    locks,
    limiter,
    objects,
    jobs: withSchedules(queue, schedules),
    schedules,
    async close() {
      await schedules.stop();
      await queue.close();
      versions.close();
      objects.close();
    },
  };
}

function withSchedules(jobs: JobsService, schedules: Schedules): JobsService {
  return {
    ...jobs,
    work() {
      const working = jobs.work();
      schedules.start();
      return {
        async stop() {
          await schedules.stop();
          await working.stop();
        },
      };
    },
  };
}
