import { expect, vi } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import type { JobTimes } from '../../../src/core/services/jobs/job-times.js';
import type { Job, JobDefinition, JobStatus, JobsService, RunningJob } from '../../../src/core/services/jobs/jobs.js';

/** Store of one test. */
export interface JobsUnderTest {
  readonly db: Database;
  /** Opens a queue of another process on the store. Closed after the test. */
  open(times?: Partial<JobTimes>): Promise<JobsService>;
}

/** Short times for queues in tests. */
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

/** Waits until a job has one of the statuses. */
export async function settled(jobs: JobsService, id: string, ...statuses: JobStatus[]): Promise<Job> {
  return vi.waitFor(async () => {
    const job = await jobs.get(id);
    expect(statuses).toContain(job?.status);
    return job as Job;
  }, PATIENCE);
}

/** Creates a handler that blocks until it is released. */
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

/** Handler that ends when its signal is aborted. */
export async function obedient({ signal }: RunningJob<unknown>): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  throw signal.reason;
}

export const define = (jobs: JobsService, definition: Partial<JobDefinition<unknown, unknown>> = {}) =>
  jobs.define<unknown, unknown>({ name: 'acme_cook', backoff: 0, run: async () => 'cooked', ...definition }, 'acme');
