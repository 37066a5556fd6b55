import { HostError, messageOf } from '../../errors.js';
import type { JobStatus } from './jobs.js';

const LONGEST_ERROR = 2_000;

/** Returns the stored text of a failure. */
export function errorText(error: unknown): string {
  const text = messageOf(error);
  return text.length > LONGEST_ERROR ? `${text.slice(0, LONGEST_ERROR)}…` : text;
}

export function workerDied(attempts: number): HostError {
  return new HostError(
    'job_worker_died',
    `The process died or was cut off in each of ${attempts} runs, the last included. See its log for what happened to it, then retry.`,
    { attempts },
  );
}

export function missing(id: string): HostError {
  return new HostError('job_missing', `There is no job "${id}"; jobs that ended long ago are removed.`, {
    status: 404,
  });
}

export function notEnded(id: string, status: JobStatus): HostError {
  return new HostError(
    'job_not_ended',
    `The job "${id}" is ${status}: only failed and cancelled ones can be retried.`,
    {
      status: 409,
      job_status: status,
    },
  );
}

export function ended(id: string, status: JobStatus): HostError {
  return new HostError('job_ended', `The job "${id}" is ${status} already and cannot be cancelled.`, {
    status: 409,
    job_status: status,
  });
}

export function keyTaken(id: string, key: string): HostError {
  return new HostError(
    'job_key_taken',
    `Another job with the key "${key}" waits or runs, so "${id}" is not needed a second time.`,
    { status: 409, key },
  );
}
