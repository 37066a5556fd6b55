import { setTimeout as pause } from 'node:timers/promises';
import type { Job, JobStatus, Jobs } from '../core/services/jobs/jobs.js';

const NOT_DONE: readonly JobStatus[] = ['waiting', 'running'];

/**
 * Does the jobs that wait, with those that they add, until none is left. What is to run later, a second attempt too,
 * stays.
 * @returns the jobs that ended meanwhile
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
  // One that a worker gave back between the two looks, or that another has added, is among the last to change.
  const { jobs: latest } = await jobs.list({ perPage: 100 });
  return latest.some(({ status }) => NOT_DONE.includes(status));
}
