import { setTimeout as pause } from 'node:timers/promises';
import type { Job, JobStatus, Jobs } from '../core/services/jobs/jobs.js';

const NOT_DONE: readonly JobStatus[] = ['waiting', 'running'];

/**
 * Runs waiting jobs, and jobs they add, until none are left. Jobs scheduled for later, such as retries, stay.
 * @returns the jobs that ended
 */
export async function workOffJobs(jobs: Pick<Jobs, 'list' | 'work'>): Promise<readonly Job[]> {
  const ended = async (): Promise<Job[]> => {
    const { jobs: all } = await jobs.list({ perPage: 1_000 });
    return all.filter(({ endedAt }) => endedAt !== null);
  };
  const before = new Set((await ended()).map(({ id }) => id));
  const working = jobs.work();
  try {
    while (await isAnyLeft(jobs)) await pause(10);
  } finally {
    await working.stop();
  }
  return (await ended()).filter(({ id }) => !before.has(id));
}

async function isAnyLeft(jobs: Pick<Jobs, 'list'>): Promise<boolean> {
  for (const status of NOT_DONE) if ((await jobs.list({ status, perPage: 1 })).total > 0) return true;
  // Jobs added or returned to the queue between the two queries are among the latest changed.
  const { jobs: latest } = await jobs.list({ perPage: 100 });
  return latest.some(({ status }) => NOT_DONE.includes(status));
}
