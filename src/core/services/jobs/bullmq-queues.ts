import type { Job as BullmqJob, JobType } from 'bullmq';
import { json } from '../../database/codec.js';
import type { BullmqConnection } from './bullmq-connection.js';
import type { Handover } from './handovers.js';
import type { JobTimes } from './job-times.js';
import type { Job, JobFilter, JobProgress, JobStatus } from './jobs.js';

/** Data stored with a BullMQ job. */
export interface JobData {
  /** JSON. */
  readonly payload: string;
  readonly key: string | null;
  readonly maxAttempts: number;
  /** Number of runs that were given back. */
  readonly givenBack: number;
  /** See {@link Handover.delivery}. */
  readonly delivery: string;
  readonly createdAt: number;
}

export type StoredJob = BullmqJob<JobData, unknown, string>;

/** Jobs as stored by BullMQ: one queue per name, so that jobs without a worker do not block others. */
export interface BullmqQueues {
  /**
   * Adds a job; adding the same job twice has no effect. @returns the id of the job that does the work, which differs
   * if the key is taken
   */
  push(job: Handover): Promise<string>;
  find(id: string): Promise<StoredJob | null>;
  findIn(name: string, id: string): Promise<StoredJob | null>;
  /** Returns the id of the waiting or running job with this key. */
  findByKey(name: string, key: string): Promise<string | null>;
  names(): Promise<string[]>;
  /** Removes a queue with all its jobs. */
  remove(name: string): Promise<void>;
  /** Reads the current status; null for a job that has been removed. */
  read(job: StoredJob): Promise<Job | null>;
  list(names: readonly string[], filter: JobFilter): Promise<{ jobs: Job[]; total: number }>;
}

/** Failure reason of cancelled jobs, since BullMQ only knows failures. */
export const CANCELLED = 'job_cancelled';

/** Attempts are limited by our own count: BullMQ does not count runs whose worker died. */
const UNLIMITED = 1_000_000;

const TYPES: Readonly<Record<Exclude<JobStatus, 'cancelled'>, readonly JobType[]>> = {
  waiting: ['waiting', 'prioritized'],
  delayed: ['delayed'],
  running: ['active'],
  completed: ['completed'],
  failed: ['failed'],
};

const STATUSES: Readonly<Record<string, JobStatus>> = {
  waiting: 'waiting',
  prioritized: 'waiting',
  delayed: 'delayed',
  active: 'running',
  completed: 'completed',
  failed: 'failed',
};

export function createBullmqQueues(connection: BullmqConnection, times: JobTimes): BullmqQueues {
  const namesKey = connection.key('names');

  const names = (): Promise<string[]> => connection.reach((client) => client.smembers(namesKey));

  const stored = (name: string, id: string) =>
    connection.reach(async (): Promise<StoredJob | null> => (await connection.queue(name).getJob(id)) ?? null);

  const stateOf = (job: StoredJob) => connection.reach(() => job.getState());

  /** Reads fields and state, which take two commands. If the state changes in between, it reads again. */
  async function read(job: StoredJob): Promise<Job | null> {
    for (let state = await stateOf(job); ; ) {
      const current = await stored(job.name, job.id ?? '');
      const status = STATUSES[state];
      if (!current || status === undefined) return null;
      const after = await stateOf(job);
      if (after === state) {
        return toJob(current, status === 'failed' && current.failedReason === CANCELLED ? 'cancelled' : status);
      }
      state = after;
    }
  }

  return {
    async push(job) {
      const data: JobData = {
        payload: job.payload,
        key: job.key,
        maxAttempts: job.maxAttempts,
        givenBack: 0,
        delivery: job.delivery,
        createdAt: job.createdAt.getTime(),
      };
      await connection.reach((client) => client.sadd(namesKey, job.name));
      if (job.isRetry) {
        const before = await stored(job.name, job.id);
        if (before?.data.delivery === job.delivery) return job.id;
        const existing = before && (await read(before));
        if (existing && existing.status !== 'failed' && existing.status !== 'cancelled') return job.id;
        await connection.reach(async () => before?.remove());
      }
      const added = await connection.reach(() =>
        connection.queue(job.name).add(job.name, data, {
          jobId: job.id,
          delay: job.delay,
          attempts: UNLIMITED,
          backoff: { type: 'custom' },
          removeOnComplete: { age: Math.ceil(times.keepDone / 1000) },
          removeOnFail: { age: Math.ceil(times.keepFailed / 1000) },
          stackTraceLimit: 0,
          ...(job.key === null ? {} : { deduplication: { id: job.key } }),
        }),
      );
      return added.id ?? job.id;
    },
    async find(id) {
      const found = await Promise.all((await names()).map((name) => stored(name, id)));
      return found.find((job) => job !== null) ?? null;
    },
    findIn: stored,
    findByKey: (name, key) => connection.reach(() => connection.queue(name).getDeduplicationJobId(key)),
    names,
    async remove(name) {
      await connection.reach(() => connection.queue(name).obliterate({ force: true }));
      await connection.reach((client) => client.srem(namesKey, name));
    },
    read,
    async list(chosen, filter) {
      const { page = 1, perPage = 20 } = filter;
      const types =
        filter.status === undefined
          ? Object.values(TYPES).flat()
          : filter.status === 'cancelled'
            ? []
            : [...TYPES[filter.status]];
      if (types.length === 0) return { jobs: [], total: 0 };
      const lists = await Promise.all(
        chosen.map((name) =>
          connection.reach(async () => {
            const queue = connection.queue(name);
            const found = (await queue.getJobs(types, 0, page * perPage - 1)) as StoredJob[];
            const count = await queue.getJobCountByTypes(...types);
            return { count, jobs: await Promise.all(found.map(read)) };
          }),
        ),
      );
      return {
        jobs: lists.flatMap(({ jobs }) => jobs).filter((job) => job !== null),
        total: lists.reduce((sum, { count }) => sum + count, 0),
      };
    },
  };
}

export function toJob(stored: StoredJob, status: JobStatus): Job {
  const { data, returnvalue } = stored;
  const hasEnded = status === 'completed' || status === 'failed' || status === 'cancelled';
  const reason = stored.failedReason === CANCELLED ? null : stored.failedReason;
  return {
    id: stored.id ?? '',
    name: stored.name,
    status,
    payload: json.decode(data.payload),
    result: status === 'completed' ? (returnvalue ?? null) : null,
    progress: isProgress(stored.progress) ? stored.progress : null,
    attempts: stored.attemptsStarted - data.givenBack,
    maxAttempts: data.maxAttempts,
    error: status === 'completed' ? null : reason || null,
    key: data.key,
    createdAt: new Date(data.createdAt),
    dueAt: hasEnded
      ? null
      : new Date((stored.processedOn ?? data.createdAt) + (status === 'delayed' ? stored.delay : 0)),
    startedAt: stored.processedOn === undefined ? null : new Date(stored.processedOn),
    endedAt: hasEnded ? new Date(stored.finishedOn ?? data.createdAt) : null,
  };
}

function isProgress(value: unknown): value is JobProgress {
  return typeof value === 'object' && value !== null && 'done' in value && 'total' in value;
}
