import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { createVersions, type Versions } from './bus/versions.js';
import { createLocks, type Locks } from './locks/locks.js';
import { createMemoryRateLimiter } from './rate-limit/memory.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import type { ServiceConfig } from './service-options.js';

/** What the parts of a host share with each other and with other processes. */
export interface Services {
  readonly versions: Versions;
  readonly locks: Locks;
  readonly limiter: RateLimiter;
  /** Ends what runs by itself; the database is closed afterwards. */
  close(): Promise<void>;
}

/** Chooses the implementation of every port: embedded, or the server that the configuration names. */
export async function createServices({
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
  return {
    versions,
    locks,
    limiter,
    async close() {
      versions.close();
    },
  };
}
