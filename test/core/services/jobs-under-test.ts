import { expect, vi } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import type { JobTimes } from '../../../src/core/services/jobs/job-times.js';
import type { Job, JobDefinition, JobStatus, JobsService, RunningJob } from '../../../src/core/services/jobs/jobs.js';

/** The store of one test. */
export interface JobsUnderTest {
  readonly db: Database;
  /** A queue on it, as a process of its own would have it; closed after the test. */
  open(times?: Partial<JobTimes>): Promise<JobsService>;
}

/** Short, for queues whose jobs are to be seen ending. */
export const QUICK: JobTimes = {
  lease: 2_000,
  poll: 50,
  recheck: 2_000,
  closing: 500,
  progress: 50,
  keepDone: 7 * 86_400_000,
  keepFailed: 30 * 86_400_000,
};

export const PATIENCE = { timeout: 15_000, interval: 20 };

/** Waits until a job has this status. */
export async function settled(jobs: JobsService, id: string, ...statuses: JobStatus[]): Promise<Job> {
  return vi.waitFor(async () => {
    const job = await jobs.get(id);
    expect(statuses).toContain(job?.status);
    return job as Job;
  }, PATIENCE);
}

/** A handler that stays in the middle of its work until it is let go. */
export function gate() {
  const waiting: ((error?: Error) => void)[] = [];
  const begun: RunningJob<unknown>[] = [];
  return {
    begun,
    async run(job: RunningJob<unknown>): Promise<string> {
      begun.push(job);
      await new Promise<void>((resolve, reject) => {
        waiting.push((error) => (error ? reject(error) : resolve()));
      });
      return 'done';
    },
    open(error?: Error) {
      for (const release of waiting.splice(0)) release(error);
    },
    async entered(count = 1) {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(count), PATIENCE);
    },
  };
}

/** A handler that ends as soon as it is told to. */
export async function obedient({ signal }: RunningJob<unknown>): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  throw signal.reason;
}

export const define = (jobs: JobsService, definition: Partial<JobDefinition<unknown, unknown>> = {}) =>
  jobs.define<unknown, unknown>({ name: 'acme_cook', backoff: 0, run: async () => 'cooked', ...definition }, 'acme');
