import type { Logger } from 'pino';
import type { BullmqQueues } from './bullmq-queues.js';
import type { JobTimes } from './job-times.js';
import type { QueuedJobs } from './queued-jobs.js';

export interface BullmqRecoveryOptions {
  readonly queues: BullmqQueues;
  readonly queued: QueuedJobs;
  readonly times: JobTimes;
  readonly log: Logger;
}

const AT_ONCE = 100;

/**
 * Creates a check for lost jobs. A Redis server without persistence loses its jobs on a restart, and one with it may
 * lose the last second or more. Jobs are looked up in batches, and missing ones are added again. A job that was
 * running then runs once more.
 */
export function createBullmqRecovery({ queues, queued, times, log }: BullmqRecoveryOptions): () => Promise<void> {
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
