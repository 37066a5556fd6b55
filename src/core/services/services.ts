import type { Logger } from 'pino';
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
import type { ServiceConfig } from './service-options.js';

/** What the parts of a host share with each other and with other processes. */
export interface Services {
  readonly versions: Versions;
  readonly locks: Locks;
  readonly limiter: RateLimiter;
  /** All files of the site: those of the core below `_media/`, those of a plugin below its name. */
  readonly objects: ObjectStoreService;
  readonly jobs: JobsService;
  /** Ends what runs by itself; the database is closed afterwards. */
  close(): Promise<void>;
}

/** Chooses the implementation of every port: embedded, or the server that the configuration names. */
export async function createServices({
  config,
  db,
  log,
}: {
  config: ServiceConfig;
  db: Database;
  log: Logger;
}): Promise<Services> {
  const versions = createVersions(db, log);
  const locks = createLocks(db, log);
  const limiter = createMemoryRateLimiter();
  const objects = config.storage.startsWith('file:')
    ? createDiskStore(config.storage)
    : await createS3Store(config.storage);
  const jobs =
    config.redis === null
      ? createTableJobs(db, log)
      : await createBullmqJobs({ address: await redisAddress(config.redis, db), db, log });
  return {
    versions,
    locks,
    limiter,
    objects,
    jobs,
    async close() {
      await jobs.close();
      versions.close();
      objects.close();
    },
  };
}
