import { json } from '../../database/codec.js';
import type { BullmqConnection } from './bullmq-connection.js';
import type { JobTimes } from './job-times.js';
import type { Job } from './jobs.js';

/**
 * Cancellation for BullMQ, which has no cancelled jobs. A flag marks a job to cancel, and workers check it before and
 * during a run. A cancelled job is removed from its queue and kept here.
 */
export interface Cancellations {
  request(id: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  /** Returns those of the jobs that are to be cancelled. */
  requested(ids: readonly string[]): Promise<ReadonlySet<string>>;
  keep(job: Job): Promise<void>;
  find(id: string): Promise<Job | null>;
  forget(job: Pick<Job, 'id' | 'name'>): Promise<void>;
  forgetAll(name: string): Promise<void>;
  /** Lists cancelled jobs, newest first. */
  list(names: readonly string[], limit: number): Promise<{ jobs: Job[]; total: number }>;
}

export function createCancellations(connection: BullmqConnection, { keepDone }: JobTimes): Cancellations {
  const { key, reach } = connection;
  const flag = (id: string) => key(`cancel:${id}`);
  const record = (id: string) => key(`cancelled:${id}`);
  const index = (name: string) => key(`cancelled-of:${name}`);

  async function read(ids: readonly string[]): Promise<Job[]> {
    if (ids.length === 0) return [];
    const texts = await reach((client) => client.mget(ids.map(record)));
    return texts.flatMap((text) => (text === null ? [] : toJob(json.decode(text) as StoredJob)));
  }

  return {
    async request(id) {
      await reach((client) => client.set(flag(id), '1', 'PX', keepDone));
    },
    async withdraw(id) {
      await reach((client) => client.del(flag(id)));
    },
    async requested(ids) {
      if (ids.length === 0) return new Set();
      const flags = await reach((client) => client.mget(ids.map(flag)));
      return new Set(ids.filter((_id, position) => flags[position] !== null));
    },
    async keep(job) {
      const now = Date.now();
      const ended: Job = { ...job, status: 'cancelled', result: null, dueAt: null, endedAt: new Date(now) };
      await reach((client) =>
        client
          .multi()
          .set(record(job.id), json.encode(ended), 'PX', keepDone)
          .zadd(index(job.name), now, job.id)
          .zremrangebyscore(index(job.name), 0, now - keepDone)
          .exec(),
      );
    },
    find: async (id) => (await read([id]))[0] ?? null,
    async forget({ id, name }) {
      await reach((client) => client.multi().del(record(id), flag(id)).zrem(index(name), id).exec());
    },
    async forgetAll(name) {
      const ids = await reach((client) => client.zrange(index(name), 0, -1));
      await reach((client) => client.del(index(name), ...ids.flatMap((id) => [record(id), flag(id)])));
    },
    async list(names, limit) {
      const ids = await Promise.all(
        names.map((name) => reach((client) => client.zrevrange(index(name), 0, limit - 1))),
      );
      const counts = await Promise.all(names.map((name) => reach((client) => client.zcard(index(name)))));
      return { jobs: await read(ids.flat()), total: counts.reduce((sum, count) => sum + count, 0) };
    },
  };
}

type StoredJob = { [K in keyof Job]: Job[K] extends Date | null ? string | null : Job[K] };

function toJob(stored: StoredJob): Job {
  const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    ...stored,
    createdAt: new Date(stored.createdAt ?? 0),
    dueAt: null,
    startedAt: date(stored.startedAt),
    endedAt: date(stored.endedAt),
  };
}
