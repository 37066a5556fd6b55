import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { type Bus, createMemoryBus } from './bus/bus.js';
import { createRedisBus, siteId } from './bus/redis.js';
import { createVersions, type Versions } from './bus/versions.js';
import { type Cache, createCache } from './cache/cache.js';
import { createInvalidations } from './cache/invalidations.js';
import { createMemoryCacheStore } from './cache/memory.js';
import { createRedisCacheStore } from './cache/redis.js';
import { connectRedis, type RedisConnection } from './connection/redis.js';
import { redisAddress } from './connection/redis-address.js';
import { createBullmqJobs } from './jobs/bullmq-jobs.js';
import type { JobsService } from './jobs/jobs.js';
import { createTableJobs } from './jobs/table-jobs.js';
import { createLocks, type Locks } from './locks/locks.js';
import { createDiskStore } from './objects/disk.js';
import type { ObjectStoreService } from './objects/object-store.js';
import { createS3Store } from './objects/s3.js';
import { createDatabaseRateLimiter } from './rate-limit/database.js';
import { insureRateLimiter } from './rate-limit/insured.js';
import { createMemoryRateLimiter } from './rate-limit/memory.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import { createRedisRateLimiter } from './rate-limit/redis.js';
import type { Schedules } from './schedule/schedule.js';
import { createSchedules } from './schedule/schedules.js';
import type { ServiceConfig } from './service-options.js';

/** Services shared by the parts of a host and by all processes of the site. */
export interface Services {
  readonly bus: Bus;
  readonly versions: Versions;
  readonly cache: Cache;
  readonly locks: Locks;
  readonly limiter: RateLimiter;
  /** All files of the site: core files under `_media/`, plugin files under the plugin's name. */
  readonly objects: ObjectStoreService;
  /** Job queue. Its workers also run the schedules. */
  readonly jobs: JobsService;
  readonly schedules: Schedules;
  /** Stops all background work. The database is closed afterwards. */
  close(): Promise<void>;
}

interface ServiceParts {
  readonly config: ServiceConfig & { readonly timezone: string };
  readonly db: Database;
  readonly log: Logger;
}

/** Opens only the file storage of a site. @throws HostError `service_package_missing` */
export async function openObjectStore({ storage }: Pick<ServiceConfig, 'storage'>): Promise<ObjectStoreService> {
  return storage.startsWith('file:') ? createDiskStore(storage) : createS3Store(storage);
}

/**
 * Creates all services: embedded, or backed by the configured server. If a server is down, startup continues.
 * @throws HostError `service_package_missing`
 */
export async function createServices({ config, db, log }: ServiceParts): Promise<Services> {
  // Do what may throw first, while nothing is open that would need closing.
  const objects = await openObjectStore(config);
  const address = config.redis === null ? null : await redisAddress(config.redis, () => siteId(db));
  const queue = address ? await createBullmqJobs({ address, db, log }) : createTableJobs(db, log);
  const redis = address && (await connectRedis(address, log));
  const bus = redis ? await createRedisBus(redis, log) : createMemoryBus(log);
  const versions = createVersions(db, log, { bus });
  const locks = createLocks(db, log);
  const invalidations = createInvalidations({ db, versions, log });
  const store = redis ? createRedisCacheStore(redis) : createMemoryCacheStore();
  const schedules = createSchedules({ db, jobs: queue, log, timezone: config.timezone });
  return {
    bus,
    versions,
    cache: createCache({ store, invalidations, db, log }),
    locks,
    limiter: createRateLimiter({ config, db, log }, redis),
    objects,
    jobs: withSchedules(queue, schedules),
    schedules,
    async close() {
      await schedules.stop();
      await queue.close();
      invalidations.close();
      versions.close();
      objects.close();
      await bus.close();
      await redis?.close();
    },
  };
}

function createRateLimiter({ config, db, log }: ServiceParts, redis: RedisConnection | null): RateLimiter {
  const memory = createMemoryRateLimiter();
  if (redis) return insureRateLimiter(createRedisRateLimiter(redis), memory, { log });
  return config.processes > 1 ? insureRateLimiter(createDatabaseRateLimiter({ db, log }), memory, { log }) : memory;
}

/** Runs the schedules wherever jobs are processed. */
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
