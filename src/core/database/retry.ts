import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  isRetryable: (error: unknown) => boolean;
  /** Maximum number of runs, including the first. */
  attempts: number;
}

/** Milliseconds. The maximum pause doubles with each attempt up to the longest; the actual pause is random below it. */
const FIRST_PAUSE = 20;
const MAX_PAUSE = 500;

/**
 * Retries `work` when it fails with a temporary error, such as a deadlock. Pauses are random ("full jitter"), so that
 * two rivals do not collide again in step.
 */
export async function retry<T>(work: () => Promise<T>, { isRetryable, attempts }: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await sleep(Math.random() * Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)));
    }
  }
}
