import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import type { RedisAddress } from '../connection/redis-address.js';
import { createCancellations } from './bullmq-cancellations.js';
import { connectBullmq } from './bullmq-connection.js';
import { type BullmqQueues, createBullmqQueues, type StoredJob } from './bullmq-queues.js';
import { type BullmqWorkers, createBullmqWorkers } from './bullmq-worker.js';
import { createDefinitions } from './definitions.js';
import { createHandovers, type Handover, pendingJob } from './handovers.js';
import { ended, keyTaken, missing, notEnded } from './job-errors.js';
import { JOB_TIMES, type JobTimes } from './job-times.js';
import type { Job, JobDefinition, JobQueue, JobsService, Working } from './jobs.js';
import { isJobId, type NewJob, newJob } from './new-job.js';
import { createQueuedJobs, type QueuedJobs } from './queued-jobs.js';

interface BullmqRecoveryOptions {
  readonly queues: BullmqQueues;
  readonly queued: QueuedJobs;
  readonly times: JobTimes;
  readonly log: Logger;
}

const AT_ONCE = 100;

export interface BullmqJobsOptions {
  readonly address: RedisAddress;
  readonly db: Database;
  readonly log: Logger;
  readonly times?: JobTimes;
}

const HANDOVERS_AT_ONCE = 100;

/**
 * Creates a job queue on Redis with BullMQ. Jobs added in a transaction, or while Redis is down, are stored in a
 * database table first and delivered from there. Another table keeps each delivered job until it ends, so that it can
 * be added again if Redis loses it.
 * @throws HostError `service_package_missing`
 */
export async function createBullmqJobs(options: BullmqJobsOptions): Promise<JobsService> {
  const { address, db, log, times = JOB_TIMES } = options;
  const connection = await connectBullmq(address, log);
  const definitions = createDefinitions();
  const queues = createBullmqQueues(connection, times);
  const cancellations = createCancellations(connection, times);
  const handovers = createHandovers(db);
  const queued = createQueuedJobs(db);
  const recover = createBullmqRecovery({ queues, queued, times, log });
  let workers: BullmqWorkers | null = null;

  async function deliver(handover: Handover): Promise<void> {
    if (handover.isRetry) await cancellations.forget(handover);
    await push(handover);
    await handovers.remove(handover);
  }

  /** Pushes a job to its queue. @returns the id of the job that does the work, which differs if the key is taken */
  async function push(job: Handover): Promise<string> {
    await queued.put(job);
    const id = await queues.push(job);
    if (id !== job.id) await queued.remove([job.id]);
    return id;
  }

  async function deliverAll(): Promise<void> {
    for (const handover of await handovers.pending(HANDOVERS_AT_ONCE)) await deliver(handover);
  }

  /** Hands the job over after the commit; if this process dies, a worker does it. */
  async function handOver(job: NewJob, isRetry: boolean): Promise<Handover> {
    const handover = await handovers.put(job, isRetry);
    db.afterCommit(async () => {
      await deliver(handover).catch((error: unknown) =>
        log.warn({ err: error, job: handover.id }, 'A job waits in the database until the queue is reachable'),
      );
    });
    return handover;
  }

  async function find(id: string): Promise<Job | null> {
    if (!isJobId(id)) return null;
    const handover = await handovers.find(id);
    if (handover) return pendingJob(handover);
    const stored = await queues.find(id);
    const job = stored && (await queues.read(stored));
    return job ?? (await cancellations.find(id));
  }

  async function existing(id: string): Promise<Job> {
    const job = await find(id);
    if (!job) throw missing(id);
    return job;
  }

  async function twinOf({ name, key }: NewJob): Promise<Job | null> {
    if (key === null) return null;
    const id = await queues.findByKey(name, key);
    const twin = id === null ? null : await find(id);
    return twin === null || twin.endedAt !== null ? null : twin;
  }

  async function add(job: NewJob): Promise<Job> {
    try {
      const twin = await twinOf(job);
      if (twin) return twin;
      if (!db.isInTransaction()) {
        const id = await push({ ...job, delivery: '', isRetry: false, createdAt: new Date() });
        return await existing(id);
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    return pendingJob(await handOver(job, false));
  }

  /** Cancels a handover. It may be delivered at this moment, in which case the flag keeps it from running. */
  async function stopHandover(handover: Handover): Promise<Job> {
    const job: Job = { ...pendingJob(handover), status: 'cancelled', dueAt: null, endedAt: new Date() };
    try {
      await cancellations.request(job.id);
      await (await queues.find(job.id))?.remove().catch(() => undefined);
      await cancellations.keep(job);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn(
        { err: error, job: job.id },
        'A job was cancelled; the queue is unreachable, so workers do not see it yet',
      );
    }
    return job;
  }

  async function stopWaiting(stored: StoredJob, job: Job): Promise<Job> {
    await cancellations.keep(job);
    await queued.remove([job.id]);
    const isRemoved = await stored.remove().then(
      () => true,
      () => false,
    );
    if (isRemoved) await cancellations.withdraw(job.id);
    // The job has started in the meantime, so the flag tells it to stop.
    else await cancellations.forget(job).then(() => cancellations.request(job.id));
    return existing(job.id);
  }

  return {
    define<Payload, Result>(definition: JobDefinition<Payload, Result>, owner: string): JobQueue<Payload> {
      const defined = definitions.add(definition, owner);
      workers?.add(defined);
      const { name, attempts } = defined;
      return { name, add: async (payload, addOptions) => add(newJob(name, attempts, payload, addOptions)) };
    },
    defined: () => definitions.list().map(({ name, title, owner }) => ({ name, title, owner })),
    get: find,
    async list(filter = {}) {
      const { name = '', status, page = 1, perPage = 20 } = filter;
      const names = (await queues.names()).filter((each) => each.includes(name));
      const queued = await queues.list(names, filter);
      const cancelled =
        status === undefined || status === 'cancelled'
          ? await cancellations.list(names, page * perPage)
          : { jobs: [], total: 0 };
      // While a job is being cancelled it may be in both places.
      const jobs = new Map([...queued.jobs, ...cancelled.jobs].map((job) => [job.id, job]));
      const sorted = [...jobs.values()].toSorted((a, b) => since(b) - since(a) || (a.id < b.id ? 1 : -1));
      return { jobs: sorted.slice((page - 1) * perPage, page * perPage), total: queued.total + cancelled.total };
    },
    async retry(id) {
      const job = await existing(id);
      if (job.status !== 'failed' && job.status !== 'cancelled') throw notEnded(id, job.status);
      const again: NewJob = {
        ...newJob(job.name, definitions.get(job.name)?.attempts ?? job.maxAttempts, job.payload),
        id,
        key: job.key,
      };
      if (await twinOf(again)) throw keyTaken(id, job.key ?? '');
      const handover = await handOver(again, true);
      if (handover.id !== id) throw keyTaken(id, job.key ?? '');
      return db.isInTransaction() ? pendingJob(handover) : existing(id);
    },
    async cancel(id) {
      if (!isJobId(id)) throw missing(id);
      const handover = await handovers.find(id);
      if (handover && (await handovers.remove(handover))) {
        await queued.remove([id]);
        return stopHandover(handover);
      }
      const stored = await queues.find(id);
      const job = (stored && (await queues.read(stored))) ?? (await existing(id));
      if (!stored || job.endedAt !== null) throw ended(id, job.status);
      await cancellations.request(id);
      workers?.wake();
      return job.status === 'running' ? existing(id) : stopWaiting(stored, job);
    },
    work(): Working {
      workers ??= createBullmqWorkers({
        connection,
        queues,
        cancellations,
        definitions,
        times,
        log,
        queued,
        async deliver() {
          await deliverAll();
          await recover();
        },
      });
      return {
        async stop() {
          const stopped = workers;
          workers = null;
          await stopped?.stop();
        },
      };
    },
    async removeOwner(owner) {
      const removed = definitions.removeOwner(owner);
      await workers?.release(removed);
    },
    async forget(names) {
      await handovers.removeAll(names);
      await queued.removeAll(names);
      for (const name of names) {
        await queues.remove(name);
        await cancellations.forgetAll(name);
      }
    },
    async close() {
      await workers?.stop();
      workers = null;
      await connection.close();
    },
  };
}

function since(job: Job): number {
  return (job.endedAt ?? (job.status === 'running' ? job.startedAt : null) ?? job.createdAt).getTime();
}

function isUnavailable(error: unknown): boolean {
  return error instanceof HostError && error.code === 'jobs_unavailable';
}

/**
 * Creates a check for lost jobs. A Redis server without persistence loses its jobs on a restart, and one with it may
 * lose the last second or more. Jobs are looked up in batches, and missing ones are added again. A job that was
 * running then runs once more.
 */
function createBullmqRecovery({ queues, queued, times, log }: BullmqRecoveryOptions): () => Promise<void> {
  return async () => {
    const jobs = await queued.unseen(times.recheck, AT_ONCE);
    const found = await Promise.all(jobs.map(async (job) => ({ job, stored: await queues.findIn(job.name, job.id) })));
    // The worker died after finishing the job in the queue, or could not reach the database.
    await queued.remove(found.flatMap(({ job, stored }) => (stored?.finishedOn === undefined ? [] : job.id)));
    const lost = found.filter(({ stored }) => stored === null);
    for (const { job } of lost) {
      const id = await queues.push({ ...job, delivery: '', isRetry: false });
      // Another job with the same key does the work.
      if (id !== job.id) await queued.remove([job.id]);
    }
    await queued.see(jobs.map(({ id }) => id));
    if (lost.length > 0) log.warn({ jobs: lost.length }, 'Redis had lost jobs; they were added again');
  };
}
