import type { Job, JobFilter, JobStatus } from 'mortise';
import { expect, it } from 'vitest';
import { workOffJobs } from '../../src/testing/work-off-jobs.js';

/** Jobs whose one job is, at each look, what the list says next. */
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
        // The looks before and after the work ask for more.
        present = coming.shift() ?? 'completed';
        looks.push(status ?? 'any');
        const isShown = status === undefined || status === present;
        const job = { id: 'a', status: present, endedAt: present === 'completed' ? new Date() : null } as Job;
        return { jobs: isShown ? [job] : [], total: isShown ? 1 : 0 };
      },
    },
  };
}

it('goes on while a job is given back just between the looks at what waits and what runs', async () => {
  // Before the work, then: runs while we ask what waits, waits while we ask what runs, and the same in the next round.
  const flips = ['running', 'waiting', 'waiting'] as const;
  const { jobs, isOver } = jobsThatAre(['running', ...flips, ...flips, 'completed', 'completed', 'completed']);
  expect((await workOffJobs(jobs)).map(({ id }) => id)).toEqual(['a']);
  expect(isOver()).toBe(true);
});
