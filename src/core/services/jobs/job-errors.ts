import { HostError, messageOf } from '../../errors.js';
import type { JobStatus } from './jobs.js';

const MAX_ERROR_LENGTH = 2_000;

/** Returns the stored text of a failure. */
export function errorText(error: unknown): string {
  const text = messageOf(error);
  return text.length > MAX_ERROR_LENGTH ? `${text.slice(0, MAX_ERROR_LENGTH)}…` : text;
}

export function workerDied(attempts: number): HostError {
  return new HostError(
    'job_worker_died',
    `The process crashed or was killed in each of ${attempts} runs. See its log for the reason, then retry.`,
    { attempts },
  );
}

export function missing(id: string): HostError {
  return new HostError('job_missing', `There is no job "${id}". Jobs that ended long ago are deleted.`, {
    status: 404,
  });
}

export function notEnded(id: string, status: JobStatus): HostError {
  return new HostError(
    'job_not_ended',
    `The job "${id}" is ${status}. Only failed and cancelled jobs can be retried.`,
    {
      status: 409,
      job_status: status,
    },
  );
}

export function ended(id: string, status: JobStatus): HostError {
  return new HostError('job_ended', `The job "${id}" is already ${status} and cannot be cancelled.`, {
    status: 409,
    job_status: status,
  });
}

export function keyTaken(id: string, key: string): HostError {
  return new HostError(
    'job_key_taken',
    `Another job with the key "${key}" is waiting or running, so "${id}" is not retried.`,
    { status: 409, key },
  );
}
