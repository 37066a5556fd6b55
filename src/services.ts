/**
 * 'mortise/services': jobs, schedules, locks, cache, email, files, secrets and signed values.
 *
 *     await locks.run('sync', (lease) => syncStock(lease.signal));
 */

export type { OwnedSecrets } from './core/crypto/owned-secrets.js';
export type { OwnedSignatures } from './core/crypto/signatures.js';
export type { Versions } from './core/services/bus/versions.js';
export type { Cache, CacheOptions } from './core/services/cache/cache.js';
export type {
  AddOptions,
  Job,
  JobDefinition,
  JobFilter,
  JobProgress,
  JobQueue,
  JobStatus,
  Jobs,
  JobType,
  RunningJob,
  Working,
} from './core/services/jobs/jobs.js';
export type { Lease } from './core/services/locks/lease.js';
export type { LockHolder, LockOptions, Locks } from './core/services/locks/locks.js';
export type { Mail } from './core/services/mail/mail.js';
export type { MailMessage } from './core/services/mail/message.js';
export type { ByteRange, ObjectStore, PutOptions, StoredObject } from './core/services/objects/object-store.js';
export type { AddressOptions, OwnedObjects } from './core/services/objects/owned-objects.js';
export type { OwnedJobs } from './core/services/schedule/owned-jobs.js';
export {
  type ScheduleDefinition,
  type ScheduledJob,
  type ScheduledRun,
  type ScheduleState,
  type Schedules,
  scheduled,
} from './core/services/schedule/schedule.js';
export { cronFault } from './core/services/schedule/slots.js';
