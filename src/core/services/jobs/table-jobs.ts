import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import { createDefinitions } from './definitions.js';
import { ended, keyTaken, missing, notEnded } from './job-errors.js';
import { JOB_TIMES, type JobTimes } from './job-times.js';
import type { Job, JobDefinition, JobQueue, JobsService, Working } from './jobs.js';
import { type NewJob, newJob } from './new-job.js';
import { createJobLeases } from './table-leases.js';
import { createJobRows, toJob } from './table-rows.js';
import { createTableWorker, type TableWorker } from './table-worker.js';

/** Maximum attempts to add a job whose key is released and taken again in between. */
const TRIES = 5;

/**
 * Creates a job queue in a table of the site's database. Workers of any process claim jobs with a lease. Additions,
 * cancellations and crashes in other processes are noticed within the polling interval.
 */
export function createTableJobs(db: Database, log: Logger, times: JobTimes = JOB_TIMES): JobsService {
  const definitions = createDefinitions();
  const rows = createJobRows(db);
  const leases = createJobLeases(db, times);
  let worker: TableWorker | null = null;

  async function find(id: string): Promise<Job | null> {
    const row = await rows.find(id);
    return row ? toJob(row) : null;
  }

  async function existing(id: string): Promise<Job> {
    const job = await find(id);
    if (!job) throw missing(id);
    return job;
  }

  async function add(job: NewJob): Promise<Job> {
    for (let attempt = 1; ; attempt += 1) {
      const twin = job.key === null ? undefined : await rows.findByKey(job.name, job.key);
      if (twin) return toJob(twin);
      try {
        await db.transaction(() => rows.insert(job));
        break;
      } catch (error) {
        if (!(job.key !== null && db.isUniqueViolation(error) && attempt < TRIES)) throw error;
      }
    }
    db.afterCommit(() => worker?.wake());
    return existing(job.id);
  }

  return {
    define<Payload, Result>(definition: JobDefinition<Payload, Result>, owner: string): JobQueue<Payload> {
      const { name, attempts } = definitions.add(definition, owner);
      worker?.wake();
      return { name, add: async (payload, options) => add(newJob(name, attempts, payload, options)) };
    },
    defined: () => definitions.list().map(({ name, title, owner }) => ({ name, title, owner })),
    get: find,
    async list(filter = {}) {
      const found = await rows.list(filter);
      return { jobs: found.rows.map(toJob), total: found.total };
    },
    async retry(id) {
      const before = await existing(id);
      try {
        const isRestarted = await db.transaction(() => rows.restart(id));
        if (!isRestarted) throw notEnded(id, (await existing(id)).status);
      } catch (error) {
        if (db.isUniqueViolation(error)) throw keyTaken(id, before.key ?? '');
        throw error;
      }
      db.afterCommit(() => worker?.wake());
      return existing(id);
    },
    async cancel(id) {
      // A waiting job may start between the two statements; the second call then reaches it.
      const cancelled = (await rows.cancel(id)) ?? (await rows.cancel(id));
      const job = await existing(id);
      if (cancelled === null) throw ended(id, job.status);
      db.afterCommit(() => worker?.wake());
      return job;
    },
    work(): Working {
      worker ??= createTableWorker({ leases, definitions, times, log });
      return {
        async stop() {
          const stopped = worker;
          worker = null;
          await stopped?.stop();
        },
      };
    },
    async removeOwner(owner) {
      const removed = definitions.removeOwner(owner);
      await worker?.release(removed);
    },
    forget: rows.removeAll,
    async close() {
      await worker?.stop();
      worker = null;
    },
  };
}
