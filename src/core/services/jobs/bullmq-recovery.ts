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
 * A server without persistence forgets its jobs when it restarts, and one with it forgets the last second or more.
 * Jobs are looked for there by and by, and what is gone is added again: a job that was running then runs once more.
 */
export function createBullmqRecovery({ queues, queued, times, log }: BullmqRecoveryOptions): () => Promise<void> {
  return async () => {
    const jobs = await queued.unseen(times.recheck, AT_ONCE);
    const found = await Promise.all(jobs.map(async (job) => ({ job, stored: await queues.findIn(job.name, job.id) })));
    // Their worker died after it had told the queue, or could not reach the database.
    await queued.remove(found.flatMap(({ job, stored }) => (stored?.finishedOn === undefined ? [] : job.id)));
    const lost = found.filter(({ stored }) => stored === null);
    for (const { job } of lost) {
      const id = await queues.push({ ...job, delivery: '', isRetry: false });
      // Another one with its key does the work.
      if (id !== job.id) await queued.remove([job.id]);
    }
    await queued.see(jobs.map(({ id }) => id));
    if (lost.length > 0) log.warn({ jobs: lost.length }, 'Redis had lost jobs; they were added again');
  };
}
