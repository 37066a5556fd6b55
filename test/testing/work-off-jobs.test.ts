import type { Job, JobFilter, JobStatus } from 'mortise/services';
import { expect, it } from 'vitest';
import { workOffJobs } from '../../src/testing/work-off-jobs.js';

/** Jobs service with a single job that takes the next status of the list at each query. */
function jobsThatAre(statuses: readonly JobStatus[]) {
  const looks: (JobStatus | 'any')[] = [];
  const coming = [...statuses];
  let present: JobStatus = 'completed';
  return {
    looks,
    isOver: () => coming.length === 0,
    jobs: {
      work: () => ({ stop: async () => undefined }),
      async list({ status }: JobFilter = {}) {
        // Queries beyond the list see a completed job.
        present = coming.shift() ?? 'completed';
        looks.push(status ?? 'any');
        const isShown = status === undefined || status === present;
        const job = { id: 'a', status: present, endedAt: present === 'completed' ? new Date() : null } as Job;
        return { jobs: isShown ? [job] : [], total: isShown ? 1 : 0 };
      },
    },
  };
}

it('continues while a job is released between the queries for waiting and running jobs', async () => {
  // Before the work, then: running while waiting jobs are queried, waiting while running jobs are queried, and again.
  const flips = ['running', 'waiting', 'waiting'] as const;
  const { jobs, isOver } = jobsThatAre(['running', ...flips, ...flips, 'completed', 'completed', 'completed']);
  expect((await workOffJobs(jobs)).map(({ id }) => id)).toEqual(['a']);
  expect(isOver()).toBe(true);
});
